import type { SealedBlock } from '../../chain/encoding/block.ts'
import { readBlock } from '../../endpoint/blockView.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { chainSlice } from '../chainSlice.ts'
import type { ExportSource } from '../exportSource.ts'

/** A file of the `json` format, or a member of the `bundle` format. */
export interface BlockFile {
  /** with `/` as separator */
  readonly path: string
  /** a value for `JSON.stringify` */
  readonly content: unknown
}

/**
 * The files of a chain, block by block: the main branch by number, other branches by hash, and the pending block.
 */
export async function* blockFiles(source: ExportSource): AsyncGenerator<BlockFile> {
  const { from, to, onProgress, signal } = source
  const range = chainSlice(source)
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
