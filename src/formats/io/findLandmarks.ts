import { type ForkName, type ForkSchedule, forkAt, forkNames } from '../../chain/protocol/forks.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { decodeResult } from '../../rpc/answer.ts'
import type { Ask } from '../askChain.ts'
import type { ExportSource } from '../exportSource.ts'
import type { RangeOfTree } from '../rangeOfTree.ts'
import { blockKinds, type Json, lengthOf, receiptKinds, transactionKinds } from './landmarkKinds.ts'
import type { BlockPlace, Landmarks, TransactionPlace } from './landmarks.ts'

/**
 * Looks through all blocks for what there is to be shown. It reads what the service answers: of a recorded chain, that
 * is all that is known.
 */
export async function findLandmarks(
  source: ExportSource,
  tree: RangeOfTree,
  ask: Ask,
): Promise<Landmarks> {
  const { chain, from, to, onProgress, signal } = source
  const search = new Search(ask, chain.rules.forks)
  for (let number = from; number <= to; number++) {
    signal?.throwIfAborted()
    const hash = tree.byNumber(number)?.hash as Hex
    await search.lookAt(number, hash)
    onProgress?.(number - from + 1, to - from + 1)
    await yieldToEventLoop()
  }
  return {
    genesis: from === 0 ? search.first : undefined,
    below: from === 0 ? undefined : toQuantity(from - 1),
    head: search.last as BlockPlace,
    above: toQuantity(to + 1),
    blocks: Object.fromEntries(search.blocks),
    transactions: Object.fromEntries(search.transactions),
    sideBlock: tree.sideBlocks[0]?.hash,
    forks: Object.fromEntries(search.forks),
  }
}

class Search {
  readonly blocks = new Map<string, BlockPlace>()
  readonly transactions = new Map<string, TransactionPlace>()
  readonly forks = new Map<ForkName, BlockPlace>()
  first: BlockPlace | undefined
  last: BlockPlace | undefined
  readonly #ask: Ask
  readonly #schedule: ForkSchedule
  #fork: ForkName | undefined

  constructor(ask: Ask, schedule: ForkSchedule) {
    this.#ask = ask
    this.#schedule = schedule
  }

  async lookAt(number: number, hash: Hex): Promise<void> {
    const name = toQuantity(number)
    const block = ((await this.#answer('eth_getBlockByNumber', name, true)) ?? {}) as Json
    const { transactions, uncles, timestamp } = block
    const place = {
      number: name,
      hash,
      transactionCount: lengthOf(transactions),
      uncleCount: lengthOf(uncles),
    }
    this.first ??= place
    this.last = place
    note(this.blocks, blockKinds, block, place)
    this.#noteForks(place, forkAt(this.#schedule, number, Number(timestamp)))
    this.#noteTransactions(transactionKinds, transactions, place)
    // They are most of the work, and as a rule what is looked for is soon found.
    const wantsReceipts = Object.keys(receiptKinds).some((kind) => !this.transactions.has(kind))
    if (wantsReceipts && place.transactionCount > 0) {
      const receipts = await this.#answer('eth_getBlockReceipts', name)
      this.#noteTransactions(receiptKinds, receipts, place)
    }
  }

  #noteTransactions(kinds: Kinds, list: unknown, block: BlockPlace): void {
    if (!Array.isArray(list)) return
    for (const [index, each] of list.entries()) {
      note(this.transactions, kinds, each, { block, index: toQuantity(index) })
    }
  }

  /** A block may begin several at once. The first has none that it begins: they may be older. */
  #noteForks(block: BlockPlace, fork: ForkName): void {
    const before = forkNames.indexOf(this.#fork ?? fork)
    for (const { name } of this.#schedule) {
      const at = forkNames.indexOf(name)
      if (at > before && at <= forkNames.indexOf(fork)) this.forks.set(name, block)
    }
    this.#fork = fork
  }

  async #answer(method: string, ...params: unknown[]): Promise<unknown> {
    return decodeResult(await this.#ask({ method, params }))
  }
}

type Kinds = Readonly<Record<string, (value: Json) => boolean>>

/** Keeps where something is that is the first of a kind. */
function note<Place>(found: Map<string, Place>, kinds: Kinds, value: unknown, place: Place): void {
  for (const [kind, is] of Object.entries(kinds)) {
    if (!found.has(kind) && is((value ?? {}) as Json)) found.set(kind, place)
  }
}
