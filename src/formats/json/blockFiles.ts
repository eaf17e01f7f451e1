import type { SealedBlock } from '../../chain/encoding/block.ts'
import { accessListJson } from '../../endpoint/accessListJson.ts'
import { writeBlockText } from '../../endpoint/dialects/text/blockText.ts'
import { readBlock } from '../../endpoint/readBlock.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { chainSlice } from '../chainSlice.ts'
import type { ExportSource } from '../exportSource.ts'
import { jsonValue } from '../jsonText.ts'

/** A file of the `json` format, or a member of the `bundle` format. */
export interface BlockFile {
  /** with `/` as separator */
  readonly path: string
  /** JSON without a line break at the end */
  readonly text: string | Uint8Array
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
    const content = view.block({ full: true, pending: true })
    yield { path: 'pending/block.json', text: jsonValue(content, source.pretty) }
  }
}

function* filesOf(folder: string, block: SealedBlock, source: ExportSource): Generator<BlockFile> {
  const { block: text, receipts, uncles } = textOf(block, source)
  yield { path: `${folder}/block.json`, text }
  yield { path: `${folder}/receipts.json`, text: receipts }
  if (block.accessList !== undefined) {
    const list = accessListJson(block.accessList)
    yield { path: `${folder}/accessList.json`, text: jsonValue(list, source.pretty) }
  }
  for (const [index, uncle] of uncles.entries()) {
    yield { path: `${folder}/uncles/${index}.json`, text: uncle }
  }
}

/** The texts of a block's files. */
interface BlockTexts {
  readonly block: string | Uint8Array
  readonly receipts: string | Uint8Array
  readonly uncles: readonly (string | Uint8Array)[]
}

function textOf(block: SealedBlock, { dialect, pretty }: ExportSource): BlockTexts {
  if (!pretty && block.recorded === undefined) return writeBlockText(block, dialect)
  const view = readBlock(block)(dialect)
  return {
    block: jsonValue(view.block({ full: true, pending: false }), pretty),
    receipts: jsonValue(view.receipts(), pretty),
    uncles: Array.from({ length: view.uncleCount }, (_, index) =>
      jsonValue(view.uncle(index), pretty),
    ),
  }
}
