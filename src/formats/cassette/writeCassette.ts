import type { BlockTreeReader } from '../../chain/store/tree.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { tags, ZERO_HASH } from '../blockNames.ts'
import { chainSlice } from '../chainSlice.ts'
import type { ExportSource, WriteFormat } from '../exportSource.ts'
import type { FolderWriter } from '../folder/folderWriter.ts'
import type { PieceWriter } from '../folder/pieceWriter.ts'
import { localRpc } from '../localRpc.ts'
import { manifestOf } from '../manifest.ts'
import { type AnsweredCall, blockCalls } from './blockCalls.ts'
import { formatCall, formatMetadata } from './formatMember.ts'

/**
 * Writes a chain as one JSON object of all calls of the five methods about it, by method and params, with the service's
 * results: a mock only has to look calls up. The first member, `ommer_manifest`, describes the chain; the last,
 * `ommer_digest`, is the SHA-256 of all bytes before its digits.
 */
export const writeCassette: WriteFormat = async (source, folder) => {
  const file = await openCassette(source, folder)
  const { pretty } = source
  let entries = 0
  try {
    const manifest = manifestOf(source, 'cassette')
    await file.write(`{\n${formatMetadata('ommer_manifest', manifest, pretty)}`)
    for await (const calls of allCalls(source)) {
      const pieces = calls.flatMap((each) => [',\n', ...formatCall(each, pretty)])
      // One write, because most pieces are small.
      await file.write(Buffer.concat(pieces.map(toBytes)))
      entries += calls.length
    }
    const digestMember = formatMetadata('ommer_digest', '', pretty)
    const digits = digestMember.lastIndexOf('""') + 1
    await file.write(`,\n${digestMember.slice(0, digits)}`)
    await file.write(await file.digest())
    await file.write(`${digestMember.slice(digits)}\n}\n`)
  } finally {
    await file.close()
  }
  return { entries }
}

function openCassette({ gzip }: ExportSource, folder: FolderWriter): Promise<PieceWriter> {
  return folder.open(gzip ? 'cassette.json.gz' : 'cassette.json', { gzip })
}

/** All calls with their responses; those about one block in one list. */
async function* allCalls(source: ExportSource): AsyncGenerator<AnsweredCall[]> {
  const chain = chainSlice(source)
  const rpc = localRpc(chain, source)
  const { tree } = chain
  const { from, to, onProgress, signal } = source
  for (let number = from; number <= to; number++) {
    signal?.throwIfAborted()
    yield await blockCalls(rpc, { number: toQuantity(number), hash: mainBranchHash(tree, number) })
    onProgress?.(number - from + 1, to - from + 1)
    await yieldToEventLoop()
  }
  for (const tag of tags) yield await blockCalls(rpc, { number: tag })
  yield await blockCalls(rpc, { number: toQuantity(to + 1), hash: ZERO_HASH })
  // Clients that walk down from the head request the block before the first.
  if (from > 0) {
    yield await blockCalls(rpc, { number: toQuantity(from - 1), hash: tree.first.parentHash })
  }
  for (const { hash } of tree.sideBlocks) {
    signal?.throwIfAborted()
    yield await blockCalls(rpc, { hash })
    await yieldToEventLoop()
  }
}

/** Undefined if the hash leads to another block, as it may in a chain that was broken on purpose. */
function mainBranchHash(tree: BlockTreeReader, number: number): Hex | undefined {
  const block = tree.byNumber(number)
  return block !== undefined && tree.byHash(block.hash) === block ? block.hash : undefined
}

function toBytes(piece: string | Uint8Array): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece) : piece
}
