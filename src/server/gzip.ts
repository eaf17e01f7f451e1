import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ReplyPart } from '../rpc/reply.ts'

/**
 * Smaller parts, such as ids and brackets, are stored without compression; a stored block has room for 65,535 bytes.
 */
const DEFLATE_BYTES_MIN = 512

// magic, deflate, no flags, no time, no hints, unknown system (RFC 1952, 2.3)
const gzipHeader = Buffer.from('1f8b08000000000000ff', 'hex')
// an empty stored block, marked as the last one (RFC 1951, 3.2.4)
const lastBlock = Buffer.from('010000ffff', 'hex')

const deflatedParts = new WeakMap<Uint8Array, Uint8Array>()

/**
 * Compresses a body that consists of parts. Each part becomes separate blocks, so the compressed form of a cached answer
 * is cached with it, and further requests need no compression.
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
    // A sync flush ends on a byte boundary, so that more blocks can follow.
    blocks = deflateRawSync(part, { finishFlush: constants.Z_SYNC_FLUSH })
    deflatedParts.set(part, blocks)
  }
  return blocks
}

/** The header of a stored block that is not the last: the number of bytes, and its complement. */
function storedBlockHeader(part: Uint8Array): Uint8Array {
  const header = Buffer.allocUnsafe(5)
  header.writeUInt8(0, 0)
  header.writeUInt16LE(part.byteLength, 1)
  header.writeUInt16LE(part.byteLength ^ 0xffff, 3)
  return header
}
