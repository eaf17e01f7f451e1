import { type ForkName, type ForkSchedule, forkAt, forkNames } from '../../chain/protocol/forks.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { decodeResult } from '../../rpc/answer.ts'
import type { ExportSource } from '../exportSource.ts'
import type { CallRpc } from '../localRpc.ts'
import type { TreeSlice } from '../treeSlice.ts'
import { blockKinds, type Json, lengthOf, receiptKinds, transactionKinds } from './sampleKinds.ts'
import type { SampleBlock, Samples, SampleTransaction } from './samples.ts'

/**
 * Searches all blocks for samples. It reads the service's results, because of a recorded chain nothing else is known.
 */
export async function findSamples(
  source: ExportSource,
  tree: TreeSlice,
  rpc: CallRpc,
): Promise<Samples> {
  const { chain, from, to, onProgress, signal } = source
  const search = new SampleSearch(rpc, chain.rules.forks)
  for (let number = from; number <= to; number++) {
    signal?.throwIfAborted()
    const hash = tree.byNumber(number)?.hash as Hex
    await search.addBlock(number, hash)
    onProgress?.(number - from + 1, to - from + 1)
    await yieldToEventLoop()
  }
  return {
    genesis: from === 0 ? search.first : undefined,
    below: from === 0 ? undefined : toQuantity(from - 1),
    head: search.last as SampleBlock,
    above: toQuantity(to + 1),
    blocks: Object.fromEntries(search.blocks),
    transactions: Object.fromEntries(search.transactions),
    sideBlock: tree.sideBlocks[0]?.hash,
    sideBlockWithAccessList: tree.sideBlocks.find(({ accessList }) => accessList)?.hash,
    forks: Object.fromEntries(search.forks),
  }
}

class SampleSearch {
  readonly blocks = new Map<string, SampleBlock>()
  readonly transactions = new Map<string, SampleTransaction>()
  readonly forks = new Map<ForkName, SampleBlock>()
  first: SampleBlock | undefined
  last: SampleBlock | undefined
  readonly #rpc: CallRpc
  readonly #schedule: ForkSchedule
  #fork: ForkName | undefined

  constructor(rpc: CallRpc, schedule: ForkSchedule) {
    this.#rpc = rpc
    this.#schedule = schedule
  }

  async addBlock(number: number, hash: Hex): Promise<void> {
    const name = toQuantity(number)
    const block = ((await this.#call('eth_getBlockByNumber', name, true)) ?? {}) as Json
    const { transactions, uncles, timestamp } = block
    const sample = {
      number: name,
      hash,
      transactionCount: lengthOf(transactions),
      uncleCount: lengthOf(uncles),
    }
    this.first ??= sample
    this.last = sample
    addFirst(this.blocks, blockKinds, block, sample)
    this.#addForks(sample, forkAt(this.#schedule, number, Number(timestamp)))
    this.#addTransactions(transactionKinds, transactions, sample)
    // Receipts are most of the work, and usually all of their kinds are found early.
    const wantsReceipts = Object.keys(receiptKinds).some((kind) => !this.transactions.has(kind))
    if (wantsReceipts && sample.transactionCount > 0) {
      const receipts = await this.#call('eth_getBlockReceipts', name)
      this.#addTransactions(receiptKinds, receipts, sample)
    }
  }

  #addTransactions(kinds: Kinds, list: unknown, block: SampleBlock): void {
    if (!Array.isArray(list)) return
    for (const [index, each] of list.entries()) {
      addFirst(this.transactions, kinds, each, { block, index: toQuantity(index) })
    }
  }

  /** A block may be the first of several forks. The first block of the range is none: its forks may be older. */
  #addForks(block: SampleBlock, fork: ForkName): void {
    const before = forkNames.indexOf(this.#fork ?? fork)
    for (const { name } of this.#schedule) {
      const at = forkNames.indexOf(name)
      if (at > before && at <= forkNames.indexOf(fork)) this.forks.set(name, block)
    }
    this.#fork = fork
  }

  async #call(method: string, ...params: unknown[]): Promise<unknown> {
    return decodeResult(await this.#rpc({ method, params }))
  }
}

type Kinds = Readonly<Record<string, (value: Json) => boolean>>

/** Adds a sample for each kind that the value has and that has no sample yet. */
function addFirst<T>(found: Map<string, T>, kinds: Kinds, value: unknown, sample: T): void {
  for (const [kind, is] of Object.entries(kinds)) {
    if (!found.has(kind) && is((value ?? {}) as Json)) found.set(kind, sample)
  }
}
