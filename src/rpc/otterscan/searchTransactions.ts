import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import { PartlyUnknownError } from '../../chain/state/partlyUnknownError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { type Answer, encodeResultText } from '../answer.ts'
import { requireParent } from '../debugTraces.ts'
import type { SlicePause } from '../longWork.ts'
import type { MethodContext } from '../method.ts'
import { runCallAfter } from '../runCall.ts'

/** Where a page begins, and in which direction it goes. */
interface Search {
  readonly account: Hex
  /** the number of the block beside the page, which excludes it; 0 for the head or the beginning of the chain */
  readonly from: bigint
  readonly pageSize: bigint
  readonly direction: 'before' | 'after'
}

/** A transaction that was found. */
interface Found {
  readonly block: SealedBlock
  readonly index: number
}

/** How many transactions a page has at most, as in Erigon; its last block may add more. */
const PAGE_SIZE_MAX = 25

/**
 * A page of the transactions in which an account sends, receives or is called, the newest first (Erigon, otterscan_api.go).
 * It has all transactions of each block that it reaches, so it may be longer than wanted. Blocks run again one by one,
 * because there is no index of accounts.
 *
 * @throws {PartlyUnknownError} on a fork, if the page needs blocks before the pinned one
 */
export function searchTransactionsAnswer(context: MethodContext, search: Search): Promise<Answer> {
  const { dialect, service, runLong } = context
  const isReverse = search.direction === 'before'
  return runLong(async (pause) => {
    const { found, isAtStart, isAtEnd } = await find(context, search, pause)
    const txs: string[] = []
    const receipts: string[] = []
    let bytes = 0
    for (const { block, index } of isReverse ? found : found.toReversed()) {
      const view = service.answers.view(block, dialect)
      const transaction = JSON.stringify(view.transaction(index, { pending: false }))
      const receipt = JSON.stringify(receiptWithTime(context, block, index))
      txs.push(transaction)
      receipts.push(receipt)
      bytes += transaction.length + receipt.length
      await pause(bytes)
    }
    const firstPage = isReverse ? isAtStart : isAtEnd
    const lastPage = isReverse ? isAtEnd : isAtStart
    return encodeResultText(
      `{"txs":[${txs}],"receipts":[${receipts}],"firstPage":${firstPage},"lastPage":${lastPage}}`,
    )
  })
}

interface Page {
  readonly found: readonly Found[]
  /** whether it begins at the end of the chain from which the search goes */
  readonly isAtStart: boolean
  /** whether nothing is left behind it */
  readonly isAtEnd: boolean
}

async function find(
  context: MethodContext,
  { account, from, pageSize, direction }: Search,
  pause: SlicePause,
): Promise<Page> {
  const { view } = context
  // The head may move during the search.
  const blockAt = view.canonicalChain()
  const { earlier, tree } = view.chain
  const lowest = tree.first.number
  const [first, last] = [earlier === undefined ? lowest : 0, view.head.number]
  const [start, end, step] = direction === 'before' ? [last, first, -1] : [first, last, 1]
  const next = Number(from) + step
  const isOutside = from === 0n || (next - start) * step < 0
  const begin = isOutside ? start : next
  const most = Math.min(Number(pageSize), PAGE_SIZE_MAX)
  const found: Found[] = []
  let number = begin
  for (; (end - number) * step >= 0 && found.length < most; number += step) {
    await pause()
    // To run all blocks of a network again would take forever.
    if (number < lowest) {
      throw new PartlyUnknownError(`an index of the transactions before its block ${lowest}`)
    }
    const block = blockAt(number)
    if (block === undefined) break
    const indexes = await involvedIn(context, block, account)
    const inOrder = step < 0 ? indexes.toReversed() : indexes
    found.push(...inOrder.map((index) => ({ block, index })))
  }
  return { found, isAtStart: begin === start, isAtEnd: (end - number) * step < 0 }
}

async function involvedIn(
  context: MethodContext,
  block: SealedBlock,
  account: Hex,
): Promise<readonly number[]> {
  // Genesis has no transactions, and nothing runs in a block without any.
  if (block.senders.length === 0) return []
  const request = { block: replayedBlock(block), account }
  return runCallAfter(context, requireParent(context, block), 'involved', request)
}

/** A receipt with the time of its block, as a number. */
export function receiptWithTime(
  { dialect, service: { answers } }: Pick<MethodContext, 'dialect' | 'service'>,
  block: SealedBlock,
  index: number,
): object {
  const receipt = answers.view(block, dialect).receipt(index) as object
  return { ...receipt, timestamp: headerTimestamp(block) }
}
