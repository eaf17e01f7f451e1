import type { BlockTreeReader } from '../../chain/store/tree.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { askChain } from '../askChain.ts'
import { tags, ZERO_HASH } from '../blockNames.ts'
import type { ExportSource, WriteFormat } from '../exportSource.ts'
import { DigestedFile } from '../folder/digestedFile.ts'
import type { FolderWriter } from '../folder/folderWriter.ts'
import type { PieceWriter } from '../folder/pieceWriter.ts'
import { manifestOf } from '../manifest.ts'
import { rangeOfChain } from '../rangeOfChain.ts'
import { type Asked, askBlock } from './askBlock.ts'
import { askedMember, ownMember } from './member.ts'

/**
 * Writes a chain as one JSON object that has, by method and params, every question that the five methods can answer
 * about it, and what the service answers: a mock needs no more than to look a question up. The first member,
 * `ommer_manifest`, says what the chain is; the last, `ommer_digest`, is the SHA-256 of all bytes before its digits.
 */
export const writeCassette: WriteFormat = async (source, folder) => {
  const file = new DigestedFile(await openCassette(source, folder))
  const { pretty } = source
  let entries = 0
  try {
    const manifest = manifestOf(source, 'cassette')
    await file.write(`{\n${ownMember('ommer_manifest', manifest, pretty)}`)
    for await (const asked of askEverything(source)) {
      const pieces = asked.flatMap((each) => [',\n', ...askedMember(each, pretty)])
      // Together, for most pieces are small.
      await file.write(Buffer.concat(pieces.map(toBytes)))
      entries += asked.length
    }
    const own = ownMember('ommer_digest', '', pretty)
    const digits = own.lastIndexOf('""') + 1
    await file.write(`,\n${own.slice(0, digits)}`)
    await file.writeDigest()
    await file.write(`${own.slice(digits)}\n}\n`)
  } finally {
    await file.close()
  }
  return { entries }
}

function openCassette({ gzip }: ExportSource, folder: FolderWriter): Promise<PieceWriter> {
  return folder.open(gzip ? 'cassette.json.gz' : 'cassette.json', { gzip })
}

/** Every question with its answer, those about one block together. */
async function* askEverything(source: ExportSource): AsyncGenerator<Asked[]> {
  const chain = rangeOfChain(source)
  const ask = askChain(chain, source)
  const { tree } = chain
  const { from, to, onProgress, signal } = source
  for (let number = from; number <= to; number++) {
    signal?.throwIfAborted()
    yield await askBlock(ask, { number: toQuantity(number), hash: hashOf(tree, number) })
    onProgress?.(number - from + 1, to - from + 1)
    await yieldToEventLoop()
  }
  for (const tag of tags) yield await askBlock(ask, { number: tag })
  yield await askBlock(ask, { number: toQuantity(to + 1), hash: ZERO_HASH })
  // What a client asks for that walks down from the head.
  if (from > 0) {
    yield await askBlock(ask, { number: toQuantity(from - 1), hash: tree.first.parentHash })
  }
  for (const { hash } of tree.sideBlocks) {
    signal?.throwIfAborted()
    yield await askBlock(ask, { hash })
    await yieldToEventLoop()
  }
}

/** Undefined where another block is found by the same hash: in a chain that is broken on purpose that may be. */
function hashOf(tree: BlockTreeReader, number: number): Hex | undefined {
  const block = tree.byNumber(number)
  return block !== undefined && tree.byHash(block.hash) === block ? block.hash : undefined
}

function toBytes(piece: string | Uint8Array): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece) : piece
}
