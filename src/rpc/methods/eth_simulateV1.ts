import type { BlockCalls } from '../../chain/calls/simulate/simulation.ts'
import { encodeResultBytes } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { method } from '../method.ts'
import { simulation } from '../params/simulation.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { runCallAfter } from '../runCall.ts'
import { arrayOf, ref } from '../schemas/schema.ts'
import { blockOfState } from '../stateOfBlock.ts'

// The limits of geth (internal/ethapi/simulate.go).
const BLOCKS_MAX = 256
const CALLS_PER_BLOCK_MAX = 5000
const CALLS_MAX = 10_000

/** Simulates blocks of calls, which are not signed, on top of a block (execution-apis). Nothing is changed. */
export const eth_simulateV1 = method({
  name: 'eth_simulateV1',
  set: 'all',
  does: 'reads',
  faults: ['header', 'blockTransactions', 'state'],
  summary:
    'Simulates blocks of calls, which are not signed, on top of a block, without changing it.',
  params: [simulation, stateBlock],
  result: { name: 'blocks', schema: arrayOf(ref('SimulatedBlock')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CLIENT_LIMIT_EXCEEDED', 'CALL_FAILED'],
  run: async ([options, parameter], context) => {
    const { blocks, traceTransfers, validation, returnFullTransactions: full } = options
    requireWithinLimits(blocks)
    const base = await blockOfState(context, parameter)
    const { gasCap } = context.service.calls
    const json = await runCallAfter(context, base, 'simulate', {
      simulation: { blocks, traceTransfers, validation, gasCap },
      dialect: context.dialect.name,
      full,
      totalDifficulty: base.totalDifficulty,
      bytesMax: context.service.logLimits.bytesMax,
    })
    return encodeResultBytes(json)
  },
})

/** @throws {RequestError} */
function requireWithinLimits(blocks: readonly BlockCalls[]): void {
  if (blocks.length === 0) throw new RequestError('INVALID_PARAMS', 'empty input')
  if (blocks.length > BLOCKS_MAX) throw tooLarge('too many blocks')
  let total = 0
  for (const { calls } of blocks) {
    const { length } = calls
    if (length > CALLS_PER_BLOCK_MAX) {
      throw tooLarge(`too many calls in block: ${length} > ${CALLS_PER_BLOCK_MAX}`)
    }
    total += length
    if (total > CALLS_MAX) throw tooLarge(`too many calls: ${total} > ${CALLS_MAX}`)
  }
}

function tooLarge(problem: string): RequestError {
  return new RequestError('CLIENT_LIMIT_EXCEEDED', problem)
}
