import { toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { plainCallOf } from '../../states/callObjects.ts'
import type { CallObject, StateRequest } from '../../states/request.ts'
import { codeCalls } from '../../states/requests/codeCalls.ts'
import { contractCalls } from '../../states/requests/contractCalls.ts'
import { overrides } from '../../states/requests/overrides.ts'
import { precompiles } from '../../states/requests/precompiles.ts'
import { transactionCalls } from '../../states/requests/transactionCalls.ts'
import { typedCalls } from '../../states/requests/typedCalls.ts'
import { sample } from '../../states/sampleBlocks.ts'
import type { Subjects } from '../../states/subjects.ts'
import { type TraceConfig, tracers, unusualTracers } from '../tracers.ts'
import type { Extent } from './extent.ts'

const families = [
  transactionCalls,
  contractCalls,
  codeCalls,
  overrides,
  precompiles,
  typedCalls,
] as const

/** The calls that the comparison of states sends, traced. */
export function* callTraces(
  subjects: Subjects,
  random: Random,
  { isWhole }: Extent,
): Generator<StateRequest> {
  for (const family of families) {
    const calls = [...family(subjects, random)].filter(({ method }) => method === 'eth_call')
    for (const { params } of isWhole ? calls : sample(calls, 8, random)) {
      const [call, block, stateOverrides, blockOverrides] = params as [CallObject, ...unknown[]]
      // Without a gas limit, each step could list megabytes of memory.
      const chosen = call.gas === undefined ? withoutMemory : tracers
      const config = {
        ...random.pick(chosen),
        ...(stateOverrides !== undefined && { stateOverrides }),
        ...(blockOverrides !== undefined && { blockOverrides }),
      }
      yield { method: 'debug_traceCall', params: [call, block, config] }
    }
  }
  yield* insideBlock(subjects, random)
  const call = { to: random.pick(subjects.accounts) }
  const at = toQuantity(subjects.block.header.number)
  yield { method: 'debug_traceCall', params: [call, at] }
  yield { method: 'debug_traceCall', params: [call, at, random.pick(unusualTracers)] }
}

const withoutMemory: readonly TraceConfig[] = tracers.filter(
  ({ enableMemory }) => enableMemory !== true,
)

/** A transaction of a block as a call after some of the block's transactions. */
function* insideBlock(
  { block: { hash, transactions } }: Subjects,
  random: Random,
): Generator<StateRequest> {
  const [transaction] = sample(transactions, 1, random)
  if (transaction === undefined) return
  const { length } = transactions
  for (const index of [0, random.below(length), length - 1, length]) {
    const config = { ...random.pick(withoutMemory), txIndex: toQuantity(index) }
    yield { method: 'debug_traceCall', params: [plainCallOf(transaction), hash, config] }
  }
}
