import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { readBody } from '../../src/server/requestBody.ts'

/** Reads a body that arrives in pieces; also returns the most bytes counted, and the count at the end. */
async function read(pieces: Iterable<Buffer>, bytesMax = 1_000_000, declared?: number) {
  const memory = { bytes: 0, most: 0 }
  const account = {
    add(bytes: number): void {
      memory.bytes += bytes
      memory.most = Math.max(memory.most, memory.bytes)
    },
  }
  const headers = declared === undefined ? {} : { 'content-length': String(declared) }
  const stream = Readable.from(pieces, { objectMode: false })
  const request = Object.assign(stream, { headers }) as unknown as IncomingMessage
  const body = await new Promise<Uint8Array | undefined>((resolve) => {
    readBody(request, bytesMax, account, resolve)
  })
  return { body, memory }
}

/** Bytes that differ by their index. */
function bytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => at % 251))
}

test('returns a single piece without copying it', async () => {
  const piece = bytes(100)
  const { body, memory } = await read([piece], 1000, 100)
  expect(body).toBe(piece)
  expect(memory.most).toBe(0)
})

test('returns an empty body', async () => {
  expect((await read([])).body).toHaveLength(0)
})

test.each([1, 7, 4096, 65_536])('concatenates pieces of %i bytes', async (size) => {
  const whole = bytes(200_000)
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
    whole.subarray(at * size, (at + 1) * size),
  )
  const { body, memory } = await read(pieces)
  expect(Buffer.compare(body as Uint8Array, whole)).toBe(0)
  expect(memory).toEqual({ bytes: 0, most: whole.length })
})

test('stores a body of one-byte pieces in no more than twice its size', async () => {
  const { body } = await read(Array.from(bytes(100_000), (byte) => Buffer.of(byte)))
  expect(body).toHaveLength(100_000)
  expect(body?.buffer.byteLength).toBeLessThanOrEqual(200_000)
})

test('concatenates small and large pieces in order', async () => {
  const sizes = [1, 5000, 2, 3, 4096, 100_000, 4095, 70_000, 1]
  const pieces = sizes.map((size, at) => Buffer.alloc(size, at + 1))
  const { body } = await read(pieces)
  expect(Buffer.compare(body as Uint8Array, Buffer.concat(pieces))).toBe(0)
})

test('copies no large piece before the body is complete', async () => {
  const copy = vi.spyOn(Buffer.prototype, 'copy')
  const concat = vi.spyOn(Buffer, 'concat')
  try {
    const stream = new Readable({ read() {} })
    const request = Object.assign(stream, { headers: {} }) as unknown as IncomingMessage
    const complete = new Promise<Uint8Array | undefined>((resolve) => {
      readBody(request, 10_000_000, { add() {} }, resolve)
    })
    for (let at = 0; at < 80; at++) stream.push(Buffer.allocUnsafeSlow(65_536))
    await new Promise((resolve) => setImmediate(resolve))
    expect(copy).not.toHaveBeenCalled()
    expect(concat).not.toHaveBeenCalled()
    stream.push(null)
    expect(await complete).toHaveLength(80 * 65_536)
    expect(concat).toHaveBeenCalledTimes(1)
  } finally {
    copy.mockRestore()
    concat.mockRestore()
  }
})

test('stores a large body of small pieces in little more than its size', async () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow')
  try {
    const pieces = Array.from({ length: 100_000 }, () => Buffer.alloc(10, 7))
    const { body } = await read(pieces)
    expect(body).toHaveLength(1_000_000)
    const allocated = allocate.mock.calls.reduce((sum, [size]) => sum + size, 0)
    expect(allocated).toBeLessThan(4_000_000)
  } finally {
    allocate.mockRestore()
  }
})

test('reports a body above the limit, and stops counting it', async () => {
  const { body, memory } = await read([bytes(60), bytes(60)], 100)
  expect(body).toBeUndefined()
  expect(memory).toEqual({ bytes: 0, most: 120 })
})

test('accepts a body of exactly the limit', async () => {
  expect((await read([bytes(60), bytes(40)], 100)).body).toHaveLength(100)
})
