import { createHash } from 'node:crypto'

const key = Buffer.alloc(16).toString('base64')
const accept = createHash('sha1')
  .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`) // RFC 6455, section 1.3
  .digest('base64')

/** The request that upgrades an HTTP connection; it offers no extension, so nothing is compressed. */
export function upgradeRequest(port: number, path: string): Buffer {
  return Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
      '',
      '',
    ].join('\r\n'),
  )
}

/**
 * Whether the server has accepted the upgrade.
 *
 * @throws if it refused
 */
export function isUpgraded(bytes: Buffer): boolean {
  const head = bytes.toString('latin1')
  if (!head.endsWith('\r\n\r\n')) return false
  if (!head.startsWith('HTTP/1.1 101') || !head.includes(accept)) {
    throw new Error(`no WebSocket:\n${head}`)
  }
  return true
}

/** A text message as one frame. Clients must mask; a mask of zeros leaves the payload as it is. */
export function maskedFrame(message: string): Buffer {
  const payload = Buffer.from(message)
  const { length } = payload
  if (length > 65_535)
    throw new RangeError('a message over 65,535 bytes needs a longer frame header')
  const textAndFinal = 0x81
  const masked = 0x80
  const sizes = length < 126 ? [masked | length] : [masked | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([textAndFinal, ...sizes, 0, 0, 0, 0]), payload])
}

/**
 * Reads the server's message, which may have several frames.
 *
 * @returns undefined while bytes are missing
 */
export function parseMessage(bytes: Buffer): Buffer | undefined {
  const payloads: Buffer[] = []
  let rest = bytes
  while (rest.length >= 2) {
    const isFinal = rest.readUInt8(0) >= 0x80
    const { start, length } = readLength(rest)
    if (rest.length < start + length) return undefined
    payloads.push(rest.subarray(start, start + length))
    if (isFinal) return Buffer.concat(payloads)
    rest = rest.subarray(start + length)
  }
  return undefined
}

/** Where a frame's payload starts and how long it is; infinite while the frame header is incomplete. */
function readLength(frame: Buffer): { start: number; length: number } {
  const short = frame.readUInt8(1)
  if (short < 126) return { start: 2, length: short }
  const start = short === 126 ? 4 : 10
  if (frame.length < start) return { start, length: Number.POSITIVE_INFINITY }
  return {
    start,
    length: short === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2)),
  }
}
