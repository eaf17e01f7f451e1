import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ReplyPart } from '../rpc/reply.ts'

/**
 * Parts below this many bytes, such as ids and brackets, are not worth deflating; a stored block
 * holds 65,535.
 */
const DEFLATE_BYTES_MIN = 512

// magic, deflate, no flags, no time, no hints, unknown system (RFC 1952, 2.3)
const gzipHeader = Buffer.from('1f8b08000000000000ff', 'hex')
// an empty stored block that says it is the last one (RFC 1951, 3.2.4)
const lastBlock = Buffer.from('010000ffff', 'hex')

const deflatedParts = new WeakMap<Uint8Array, Uint8Array>()

/**
 * Compresses a body that comes in parts. Each part becomes blocks of its own, so that of an answer
 * which is kept the deflated form is kept too, for as long, and the second client that asks costs
 * no compression.
 */
export function gzip(parts: readonly ReplyPart[]): Uint8Array[] {
  let checksum = 0
  let bytes = 0
  const blocks: Uint8Array[] = [gzipHeader]
  for (const text of parts) {
    const part = typeof text === 'string' ? Buffer.from(text) : text
    checksum = crc32(part, checksum)
    bytes += part.byteLength
    if (part.byteLength < DEFLATE_BYTES_MIN) blocks.push(storedBlockHeader(part), part)
    else blocks.push(deflated(part))
  }
  const trailer = Buffer.allocUnsafe(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(bytes % 0x1_0000_0000, 4)
  blocks.push(lastBlock, trailer)
  return blocks
}

function deflated(part: Uint8Array): Uint8Array {
  let blocks = deflatedParts.get(part)
  if (blocks === undefined) {
    // A sync flush ends on a whole byte and leaves room for more blocks.
    blocks = deflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH })
    deflatedParts.set(part, blocks)
  }
  return blocks
}

/**
 * What stands before bytes that are stored as they are: not the last block, their number, and its
 * complement.
 */
function storedBlockHeader(part: Uint8Array): Uint8Array {
  const header = Buffer.allocUnsafe(5)
  header.writeUInt8(0, 0)
  header.writeUInt16LE(part.byteLength, 1)
  header.writeUInt16LE(part.byteLength ^ 0xffff, 3)
  return header
}
