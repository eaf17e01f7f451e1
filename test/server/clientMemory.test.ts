import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { ClientMemory } from '../../src/server/clientMemory.ts'

/** The parts of a socket that `ConnectionMemory` uses. */
class FakeSocket extends EventEmitter {
  writableLength = 0
  get writableNeedDrain(): boolean {
    return this.writableLength > 0
  }
}

const KB = 1024

let time: number
let closed: Socket[]
let memory: ClientMemory
beforeEach(() => {
  time = 0
  closed = []
  memory = new ClientMemory({
    bytesMax: 1000 * KB,
    close: (socket) => closed.push(socket),
    now: () => time,
  })
})

function connect(): { socket: Socket & FakeSocket; add: (bytes: number) => void } {
  const socket = new FakeSocket() as Socket & FakeSocket
  return { socket, add: (bytes) => memory.of(socket).add(bytes) }
}

test('sums the memory of all connections until they release it or close', () => {
  const [one, two] = [connect(), connect()]
  one.add(100)
  two.add(300)
  expect(memory.bytes).toBe(400)
  one.add(-50)
  expect(memory.bytes).toBe(350)
  two.socket.emit('close')
  expect(memory.bytes).toBe(50)
  two.add(-300)
  expect(memory.bytes).toBe(50)
})

test('closes the connection that has used most for longest, only when the sum exceeds the limit', () => {
  const [slow, quick, small] = [connect(), connect(), connect()]
  slow.add(400 * KB)
  small.add(1)
  time = 1000
  quick.add(599 * KB)
  expect(closed).toEqual([])
  small.add(2 * KB)
  expect(closed).toEqual([slow.socket])
  expect(memory.bytes).toBe(601 * KB + 1)
  expect(memory.closedCount).toBe(1)
})

test('measures the time since a connection began to use much', () => {
  const [first, second] = [connect(), connect()]
  first.add(500 * KB)
  first.add(-500 * KB)
  time = 100
  second.add(450 * KB)
  time = 200
  first.add(560 * KB)
  expect(closed).toEqual([second.socket])
})

test('never closes connections that use little, however many exist', () => {
  const clients = Array.from({ length: 300 }, connect)
  for (const { add } of clients) add(4095)
  expect(memory.bytes).toBe(300 * 4095)
  expect(closed).toEqual([])
})

test('prefers to close many slow small users over one large quick one', () => {
  const clients = Array.from({ length: 16 }, connect)
  for (const { add } of clients) add(60 * KB)
  time = 10_000
  const quick = connect()
  quick.add(100 * KB)
  expect(closed).toHaveLength(1)
  expect(closed).not.toContain(quick.socket)
})

test('counts at most ten seconds, so that a small lasting user outlives a large one', () => {
  const [subscriber, flood] = [connect(), connect()]
  subscriber.add(20 * KB)
  time = 3_600_000
  flood.add(800 * KB)
  time += 1000
  flood.add(200 * KB)
  expect(closed).toEqual([flood.socket])
})

test('closes as many as necessary', () => {
  const clients = Array.from({ length: 5 }, connect)
  for (const { add } of clients) add(200 * KB)
  connect().add(500 * KB)
  expect(closed).toHaveLength(1)
  connect().add(500 * KB)
  expect(memory.bytes).toBeLessThanOrEqual(1000 * KB)
})

test('closes a connection by its own protocol', () => {
  const client = connect()
  let times = 0
  memory.of(client.socket).close = () => times++
  client.add(1001 * KB)
  expect(times).toBe(1)
  expect(closed).toEqual([])
})

test('counts unread answers until they are read', () => {
  const { socket } = connect()
  socket.writableLength = 5000
  memory.of(socket).countUnread()
  socket.writableLength = 7000
  memory.of(socket).countUnread()
  expect(memory.bytes).toBe(7000)
  socket.writableLength = 0
  socket.emit('drain')
  expect(memory.bytes).toBe(0)
})

test('updates what was read before it closes a connection', () => {
  const [reader, other] = [connect(), connect()]
  reader.socket.writableLength = 900 * KB
  memory.of(reader.socket).countUnread()
  reader.socket.writableLength = 100 * KB
  other.add(500 * KB)
  expect(closed).toEqual([])
  expect(memory.bytes).toBe(600 * KB)
})
