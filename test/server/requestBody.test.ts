import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { ReadTurns } from '../../src/server/readTurns.ts'
import * as refusals from '../../src/server/refusals.ts'
import { Refuser } from '../../src/server/refuser.ts'
import { readBody } from '../../src/server/requestBody.ts'

/** A connection that has nothing to do with the chunks of a body. */
const socket = new Socket()

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
  const request = Object.assign(stream, { headers, socket }) as unknown as IncomingMessage
  const body = await new Promise<Uint8Array | undefined>((resolve) => {
    readBody(request, { bytesMax, memory: account, turns: new ReadTurns() }, resolve)
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
    const request = Object.assign(stream, { headers: {}, socket }) as unknown as IncomingMessage
    const complete = new Promise<Uint8Array | undefined>((resolve) => {
      readBody(
        request,
        { bytesMax: 10_000_000, memory: { add() {} }, turns: new ReadTurns() },
        resolve,
      )
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

describe('bodies of many connections are read in turns', () => {
  const CONNECTIONS = 100
  const BYTES = 500_000

  /** Sends all bodies at once; returns how many bytes the server read in each round of the event loop. */
  async function bytesPerRound(
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    const sockets = new Set<Socket>()
    let complete = 0
    const server = createServer((request, response) => {
      sockets.add(request.socket)
      handle(request, response)
      request.once('end', () => complete++)
    }).listen(0)
    const { port } = server.address() as AddressInfo
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BYTES}\r\n\r\n`
    const clients = Array.from({ length: CONNECTIONS }, () => connect(port).resume())
    // The start of a body arrives with the header, and pauses the connection before it is read.
    const start = Buffer.alloc(60_000)
    for (const client of clients) client.write(Buffer.concat([Buffer.from(head), start]))
    while (sockets.size < CONNECTIONS) await nextRound()
    const rest = Buffer.alloc(BYTES - start.length)
    for (const client of clients) client.write(rest)
    const bytesRead = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)
    const perRound: number[] = []
    let before = bytesRead()
    while (complete < CONNECTIONS) {
      await nextRound()
      const now = bytesRead()
      if (now > before) perRound.push(now - before)
      before = now
    }
    for (const client of clients) {
      client.destroy()
      await once(client, 'close')
    }
    server.close()
    return perRound
  }

  function requireTurns(perRound: readonly number[]): void {
    // In each round 32 connections read a chunk, and some whose last chunk was short. All would read 100 chunks or more.
    const chunksMax = 50
    // The first chunk of a connection is always read.
    expect(Math.max(...perRound)).toBeLessThanOrEqual((CONNECTIONS + chunksMax) * 65_536)
    expect(Math.max(...perRound.slice(2))).toBeLessThanOrEqual(chunksMax * 65_536)
  }

  test('where they are accepted', async () => {
    const options = { bytesMax: BYTES, memory: { add() {} }, turns: new ReadTurns() }
    const bodies: (number | undefined)[] = []
    const perRound = await bytesPerRound((request, response) => {
      readBody(request, options, (body) => {
        bodies.push(body?.length)
        response.end()
      })
    })
    requireTurns(perRound)
    expect(bodies).toEqual(Array(CONNECTIONS).fill(BYTES))
  })

  test('where they are too large', async () => {
    const options = { bytesMax: 1000, memory: { add() {} }, turns: new ReadTurns() }
    const perRound = await bytesPerRound((request, response) => {
      readBody(request, options, () => response.end())
    })
    requireTurns(perRound)
  })

  test('where the request is refused', async () => {
    const refuser = new Refuser({ answered() {}, refused() {} }, new ReadTurns())
    const perRound = await bytesPerRound((_, response) => {
      refuser.answer(response, refusals.unknownKey)
    })
    requireTurns(perRound)
  })
})

test('a body in chunks of one byte does not delay the bodies of other connections', async () => {
  const CONNECTIONS = 4
  const BYTES = 30_000
  const CHUNK = '1\r\n.\r\n'
  const sockets: Socket[] = []
  let complete = 0
  /** how many bytes of each connection were read when the first body was complete */
  let bytesRead: number[] | undefined
  const options = { bytesMax: BYTES, memory: { add() {} }, turns: new ReadTurns() }
  const server = createServer((request, response) => {
    sockets.push(request.socket)
    readBody(request, options, () => {
      complete++
      bytesRead ??= sockets.map((socket) => socket.bytesRead)
      response.end()
    })
  }).listen(0)
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: CONNECTIONS }, () => connect(port).resume())
  for (const client of clients) {
    client.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  }
  while (sockets.length < CONNECTIONS) await nextRound()
  for (const client of clients) client.write(`${CHUNK.repeat(BYTES)}0\r\n\r\n`)
  while (complete < CONNECTIONS) await nextRound()
  for (const client of clients) {
    client.destroy()
    await once(client, 'close')
  }
  server.close()
  expect(bytesRead?.filter((bytes) => bytes < (CHUNK.length * BYTES) / 2)).toEqual([])
})
