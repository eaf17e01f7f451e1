import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { MethodContext } from '../method.ts'
import { doSteps, type Steps } from '../steps.ts'
import { isShort } from './feeWork.ts'
import { ifReadable } from './readable.ts'
import type { TipCache } from './tipCache.ts'

// The settings of geth 1.17 for a full node (`FullNodeGPO` in eth/ethconfig).

/** How many blocks are sampled, and up to twice as many where they have too few transactions. */
const BLOCKS = 20
const PERCENTILE = 60

/** In wei per gas: no higher tip is suggested. */
const TIP_MAX = 500_000_000_000n

/** In wei per gas: what counts for a block without a sample. geth takes the last tip that it suggested, at first this. */
const DEFAULT_TIP = 1_000_000n

/**
 * A tip with which a transaction is likely to be mined soon, from the tips in the last blocks: as geth 1.17 suggests it
 * when it has just started (`eth/gasprice/gasprice.go`).
 *
 * geth reads blocks concurrently, and how many it reads depends on the order in which they are read. Here the order is
 * the one of Go's scheduler where nothing delays it: the last block that was requested first, then the others as they
 * were requested.
 *
 * @param blocks the last ones up to the head, newest first, without genesis; undefined for one that is not available
 * @returns in wei per gas
 */
function* suggestTip(blocks: readonly (SealedBlock | undefined)[], tips: TipCache): Steps<bigint> {
  const sample: bigint[] = []
  const requested = blocks.slice(0, BLOCKS)
  const queue = [...requested.slice(-1), ...requested.slice(0, -1)]
  const more = blocks.slice(BLOCKS)
  while (queue.length > 0) {
    const block = queue.shift()
    const sampled = block && ifReadable(block, (each) => tips.of(each))?.sampled
    const values = sampled === undefined || sampled.length === 0 ? [DEFAULT_TIP] : sampled
    const isTooFew = values.length === 1 && sample.length + 1 + queue.length < 2 * BLOCKS
    if (isTooFew && more.length > 0) queue.unshift(more.shift())
    sample.push(...values)
    yield 0
  }
  sample.sort((one, other) => (one < other ? -1 : Number(one > other)))
  const tip = sample[Math.floor(((sample.length - 1) * PERCENTILE) / 100)] ?? DEFAULT_TIP
  return tip < TIP_MAX ? tip : TIP_MAX
}

/**
 * The tip that is suggested in the dialect of a client: at least what Anvil suggests, or that of geth.
 *
 * @returns in wei per gas
 */
export function suggestedTip(context: MethodContext): bigint | Promise<bigint> {
  const { suggestedTipMin } = context.dialect.rules
  const tip = gethTip(context)
  const atLeast = (each: bigint) => (each < suggestedTipMin ? suggestedTipMin : each)
  return typeof tip === 'bigint' ? atLeast(tip) : tip.then(atLeast)
}

/**
 * The tip that geth suggests at the head of an endpoint, at once or, where many large blocks have to be decoded, in time
 * slices.
 *
 * @returns in wei per gas
 */
function gethTip({ view, runLong, service: { tips } }: MethodContext): bigint | Promise<bigint> {
  const blockAt = view.canonicalChain()
  const { number: newest } = view.head
  // A part of a chain has no genesis.
  const oldest = Math.max(view.chain.tree.first.number, 1)
  const count = Math.min(2 * BLOCKS, newest - oldest + 1)
  const blocks = Array.from({ length: count }, (_, index) => blockAt(newest - index))
  const sampled = blocks.slice(0, BLOCKS).filter((block) => block !== undefined)
  return doSteps(suggestTip(blocks, tips), isShort(sampled, tips), runLong)
}
