import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { ReplyPart } from '../rpc/reply.ts'

/**
 * Smaller parts, such as ids and brackets, are stored without compression; a stored block has room for 65,535 bytes.
 */
const DEFLATE_BYTES_MIN = 512

/** How many bytes are compressed at once: some milliseconds' worth. */
const IMMEDIATE_BYTES = 128 * 1024

/** The checksum of as much takes a millisecond. */
const CHECKED_BYTES = 1024 * 1024

// magic, deflate, no flags, no time, no hints, unknown system (RFC 1952, 2.3)
const gzipHeader = Buffer.from('1f8b08000000000000ff', 'hex')
// an empty stored block, marked as the last one (RFC 1951, 3.2.4)
const lastBlock = Buffer.from('010000ffff', 'hex')
// A sync flush ends on a byte boundary, so that more blocks can follow.
const options = { finishFlush: constants.Z_SYNC_FLUSH }

const deflatedParts = new WeakMap<Uint8Array, Uint8Array>()
const deflateInThread = promisify<Uint8Array, typeof options, Uint8Array>(deflateRaw)

/** Whether a client has asked for gzip in its header Accept-Encoding. */
export function acceptsGzip(acceptEncoding: string | string[] = ''): boolean {
  // A weight of zero means not acceptable (RFC 9110, 12.4.2).
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(acceptEncoding))
}

/**
 * Compresses a body that consists of parts. Each part becomes separate blocks, so the compressed form of a cached answer
 * is cached with it, and further requests need no compression.
 */
export function gzip(parts: readonly ReplyPart[]): Uint8Array[] {
  const body = new GzippedBody()
  for (const text of parts) {
    const part = bytesOf(text)
    body.add(part, crc32(part, body.checksum), deflated(part))
  }
  return body.end()
}

/** Whether compressing a body takes so long that other clients would wait for it. */
export function takesLong(parts: readonly ReplyPart[]): boolean {
  let bytes = 0
  for (const part of parts) {
    if (typeof part === 'string') bytes += part.length
    else if (!deflatedParts.has(part)) bytes += part.byteLength
  }
  return bytes > IMMEDIATE_BYTES
}

/** Does the same as `gzip`, long parts in another thread, and lets others have their turns in between. */
export async function gzipInTurns(parts: readonly ReplyPart[]): Promise<Uint8Array[]> {
  const body = new GzippedBody()
  let atOnce = 0
  for (const text of parts) {
    const part = bytesOf(text)
    let { checksum } = body
    for (let at = 0; at < part.byteLength; at += CHECKED_BYTES) {
      const piece = part.subarray(at, at + CHECKED_BYTES)
      checksum = crc32(piece, checksum)
      atOnce += piece.byteLength
      if (atOnce < IMMEDIATE_BYTES) continue
      atOnce = 0
      await yieldToEventLoop()
    }
    if (part.byteLength > IMMEDIATE_BYTES && !deflatedParts.has(part)) {
      deflatedParts.set(part, await deflateInThread(part, options))
    }
    body.add(part, checksum, deflated(part))
  }
  return body.end()
}

/** A body as far as it is compressed. */
class GzippedBody {
  readonly #blocks: Uint8Array[] = [gzipHeader]
  #bytes = 0
  /** of all parts so far */
  checksum = 0

  /** @param blocks undefined if the part is stored without compression */
  add(part: Uint8Array, checksum: number, blocks: Uint8Array | undefined): void {
    this.checksum = checksum
    this.#bytes += part.byteLength
    if (blocks === undefined) this.#blocks.push(storedBlockHeader(part), part)
    else this.#blocks.push(blocks)
  }

  end(): Uint8Array[] {
    const trailer = Buffer.allocUnsafe(8)
    trailer.writeUInt32LE(this.checksum, 0)
    trailer.writeUInt32LE(this.#bytes % 0x1_0000_0000, 4)
    this.#blocks.push(lastBlock, trailer)
    return this.#blocks
  }
}

function bytesOf(part: ReplyPart): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part) : part
}

function deflated(part: Uint8Array): Uint8Array | undefined {
  if (part.byteLength < DEFLATE_BYTES_MIN) return undefined
  let blocks = deflatedParts.get(part)
  if (blocks === undefined) {
    blocks = deflateRawSync(part, options)
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
