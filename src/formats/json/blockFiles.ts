import type { SealedBlock } from '../../chain/encoding/block.ts'
import { readBlock } from '../../endpoint/readBlock.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { ExportSource } from '../exportSource.ts'
import { rangeOfChain } from '../rangeOfChain.ts'

/** A file of the `json` form, which is a member of the `bundle` form, too. */
export interface BlockFile {
  /** its parts separated by `/` */
  readonly path: string
  /** ready for `JSON.stringify` */
  readonly content: unknown
}

/**
 * The files of a chain: those of the main branch by number, of other branches by hash, and of the pending block. Those
 * of a block come together.
 */
export async function* blockFiles(source: ExportSource): AsyncGenerator<BlockFile> {
  const { from, to, onProgress, signal } = source
  const range = rangeOfChain(source)
  const { tree } = range
  for (let number = from; number <= to; number++) {
    signal?.throwIfAborted()
    yield* filesOf(String(number), tree.byNumber(number) as SealedBlock, source)
    onProgress?.(number - from + 1, to - from + 1)
    await yieldToEventLoop()
  }
  for (const block of tree.sideBlocks) {
    yield* filesOf(`side/${block.hash}`, block, source)
    await yieldToEventLoop()
  }
  const pending = await range.candidate(() => tree.head)
  if (pending !== undefined) {
    const view = readBlock(pending)(source.dialect)
    yield { path: 'pending/block.json', content: view.block({ full: true, pending: true }) }
  }
}

function* filesOf(
  folder: string,
  block: SealedBlock,
  { dialect }: ExportSource,
): Generator<BlockFile> {
  const view = readBlock(block)(dialect)
  yield { path: `${folder}/block.json`, content: view.block({ full: true, pending: false }) }
  yield { path: `${folder}/receipts.json`, content: view.receipts() }
  for (let index = 0; index < view.uncleCount; index++) {
    yield { path: `${folder}/uncles/${index}.json`, content: view.uncle(index) }
  }
}
