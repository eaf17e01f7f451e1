import type { SealedBlock } from '../../chain/encoding/block.ts'
import { feeHeaderOf } from '../../chain/encoding/recordedFees.ts'
import type { CanonicalChain, View } from '../../endpoint/view.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { feeHistory, NO_FEE_HISTORY } from '../fees/feeHistory.ts'
import { isShort } from '../fees/feeWork.ts'
import { requirePercentiles } from '../fees/requirePercentiles.ts'
import { type MethodContext, method } from '../method.ts'
import { blockCount } from '../params/blockCount.ts'
import { type BlockParameter, blockParameter } from '../params/blockParameter.ts'
import { percentiles } from '../params/percentiles.ts'
import { arrayOf, closedObject, nullSchema, ref, type Schema } from '../schemas/schema.ts'
import { doSteps } from '../steps.ts'

/** geth's limit for a full node. */
const BLOCKS_MAX = 1024n

const fees = arrayOf(ref('Quantity'))
const ratios: Schema = arrayOf({ type: 'number', minimum: 0, maximum: 1 })

/**
 * The fees of a range of blocks, and of the block after it (execution-apis). The order of checks and the messages are
 * those of geth.
 */
export const eth_feeHistory = method({
  name: 'eth_feeHistory',
  set: 'all',
  does: 'reads',
  faults: ['severalBlocks'],
  summary:
    'The fees of the blocks up to one, oldest first, and the base fees of the block after them. gasUsedRatio is null, and the other lists are absent, where there is no such block.',
  params: [blockCount, blockParameter, percentiles],
  result: {
    name: 'feeHistory',
    schema: {
      oneOf: [
        closedObject(
          {
            oldestBlock: ref('Quantity'),
            baseFeePerGas: fees,
            gasUsedRatio: ratios,
            baseFeePerBlobGas: fees,
            blobGasUsedRatio: ratios,
          },
          { reward: arrayOf(fees) },
        ),
        closedObject({ oldestBlock: ref('Quantity'), gasUsedRatio: nullSchema }),
      ],
    },
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([count, newest, wanted], context, params) => {
    if (count === 0n) return encodeResultText(NO_FEE_HISTORY)
    requirePercentiles(wanted)
    const blocks = Number(count < BLOCKS_MAX ? count : BLOCKS_MAX)
    if (newest === 'pending') return answerToPending(context, blocks, wanted)
    const number = numberOf(context, newest, params[1])
    return answerFor(context, blocksUpTo(context.view.canonicalChain(), number, blocks), wanted)
  },
})

/**
 * The number of the newest block.
 *
 * @param written the parameter as received: a number may be above what is exact
 */
function numberOf(
  { view }: MethodContext,
  parameter: Exclude<BlockParameter, 'pending'>,
  written: unknown,
): number {
  const { head } = view
  if (typeof parameter === 'number') {
    if (parameter <= head.number) return parameter
    const requested = BigInt(written as string)
    const message = `request beyond head block: requested ${requested}, head ${head.number}`
    throw new RequestError('SERVER_ERROR', message)
  }
  const block = view.blockByTag(parameter)
  if (block !== undefined) return block.number
  // In both dialects, because no result could say it.
  throw new RequestError('UNKNOWN_BLOCK', `${parameter} block not found`)
}

/** The blocks before one and that block itself, up to a count, and before the first that is not available. */
function blocksUpTo(blockAt: CanonicalChain, newest: number, count: number): SealedBlock[] {
  const blocks: SealedBlock[] = []
  for (let number = Math.max(newest - count + 1, 0); number <= newest; number++) {
    const block = blockAt(number)
    if (block === undefined) break
    blocks.push(block)
  }
  return blocks
}

/** The base fee of the block after some blocks where it does not follow from them, in wei per gas. */
function nextBaseFee(view: View, blocks: readonly SealedBlock[]): bigint | undefined {
  const last = blocks.at(-1)
  if (last === view.head) return view.headerSettings?.baseFeePerGas
  // Other networks than mainnet have other rules for it.
  if (last === undefined || view.chain.rules.inferred === undefined) return undefined
  const next = view.canonicalChain()(last.number + 1)
  return next && feeHeaderOf(next).baseFeePerGas
}

async function answerToPending(
  context: MethodContext,
  count: number,
  wanted: readonly number[],
): Promise<Answer> {
  const { view } = context
  const before = view.canonicalChain()
  const { number: head } = view.head
  const pending = await view.pendingBlock()
  if (pending === undefined || pending.rlp.length === 0) {
    // As in geth without a miner. The pending block of a recording has no bytes.
    return answerFor(context, blocksUpTo(before, head, count - 1), wanted)
  }
  const { number, parentHash } = pending
  const isBefore = before(number - 1)?.hash === parentHash
  const blockAt = isBefore ? before : view.canonicalChain()
  const withPending = (at: number) => (at === number ? pending : blockAt(at))
  return answerFor(context, blocksUpTo(withPending, number, count), wanted)
}

function answerFor(
  { view, runLong, service: { tips } }: MethodContext,
  blocks: readonly SealedBlock[],
  wanted: readonly number[],
): Answer | Promise<Answer> {
  const { rules } = view.chain
  const request = { blocks, percentiles: wanted, rules, nextBaseFee: nextBaseFee(view, blocks) }
  const isQuick = isShort(blocks, wanted.length > 0 ? tips : undefined)
  const json = doSteps(feeHistory(request, tips), isQuick, runLong)
  return typeof json === 'string' ? encodeResultText(json) : json.then(encodeResultText)
}
