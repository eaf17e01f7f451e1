import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { ClientMemory } from '../../src/server/clientMemory.ts'
import { MessageQueue } from '../../src/server/messageQueue.ts'
import { ReadTurns } from '../../src/server/readTurns.ts'
import { WebSocketPartial } from '../../src/server/webSocketPartial.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A WebSocket whose messages are processed for as long as the test decides. */
async function connect(queuedBytesMax = 1000) {
  const memory = new ClientMemory({ bytesMax: 2 ** 30, close: (socket) => socket.destroy() })
  const http = createServer().listen(0)
  const server = new WebSocketServer({ server: http })
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const [peer, request] = await once(server, 'connection')
  if (client.readyState !== client.OPEN) await once(client, 'open')
  const socket: Socket = request.socket
  ends.push(() => {
    client.terminate()
    peer.terminate()
    http.close()
  })
  const processed: string[] = []
  const queue: MessageQueue = new MessageQueue({
    client: peer,
    socket,
    partial: new WebSocketPartial(peer),
    memory: memory.of(socket),
    turns: new ReadTurns(),
    queuedBytesMax,
    backlogBytesMax: 1000,
    process(message) {
      processed.push(String(message))
      queue.processing.add(600)
    },
  })
  /** Resolves when the server has read everything sent so far, or has stopped reading. */
  const settle = async (count: number): Promise<void> => {
    while (socket.bytesRead < count && !peer.isPaused) await nextRound()
    for (let round = 0; round < 3; round++) await nextRound()
  }
  return { client, peer, socket, queue, memory, processed, settle }
}

test('processes messages together up to its byte limit', async () => {
  const { client, peer, queue, memory, processed } = await connect()
  for (const text of ['one', 'two', 'three', 'four']) client.send(text)
  while (queue.isEmpty) await nextRound()
  expect(processed).toEqual(['one', 'two'])
  expect(peer.isPaused).toBe(true)
  expect(memory.bytes).toBeGreaterThan(1200)
  queue.processing.add(-600)
  expect(processed).toEqual(['one', 'two', 'three'])
  queue.processing.add(-600)
  expect(processed).toEqual(['one', 'two', 'three', 'four'])
  expect(peer.isPaused).toBe(false)
  queue.processing.add(-1200)
  expect(memory.bytes).toBe(0)
})

test('always processes one message, however large', async () => {
  const { client, queue, processed } = await connect(1)
  client.send('x'.repeat(100_000))
  client.send('next')
  while (processed.length === 0) await nextRound()
  queue.processing.add(-600)
  while (processed.length < 2) await nextRound()
  expect(processed[1]).toBe('next')
})

test('lets messages wait while the client does not read its answers', async () => {
  const { client, socket, queue, processed } = await connect()
  let needsDrain = true
  Object.defineProperty(socket, 'writableNeedDrain', { get: () => needsDrain })
  Object.defineProperty(socket, 'writableLength', { get: () => (needsDrain ? 1001 : 0) })
  client.send('waits')
  while (queue.isEmpty) await nextRound()
  expect(processed).toEqual([])
  needsDrain = false
  socket.emit('drain')
  while (processed.length === 0) await nextRound()
  expect(processed).toEqual(['waits'])
})

test('counts a message that has not arrived completely', async () => {
  const { client, memory, processed, settle, socket } = await connect()
  const before = socket.bytesRead
  client.send('x'.repeat(50_000), { fin: false })
  await settle(before + 50_000)
  expect(memory.bytes).toBeGreaterThanOrEqual(50_000)
  expect(memory.bytes).toBeLessThan(60_000)
  client.ping()
  client.send('end')
  while (processed.length === 0) await nextRound()
  for (let round = 0; round < 3; round++) await nextRound()
  expect(memory.bytes).toBe(600)
})

test('does not count pings and pongs', async () => {
  const { client, memory, socket, settle } = await connect()
  for (let times = 0; times < 100; times++) {
    const before = socket.bytesRead
    client.pong('x'.repeat(100))
    await settle(before + 106)
  }
  expect(memory.bytes).toBe(0)
})

test('waits for its turn after each large chunk', async () => {
  const { client, peer, socket, processed } = await connect(1_000_000)
  const large: boolean[] = []
  socket.on('data', ({ length }) => {
    if (length >= 32_768) large.push(peer.isPaused)
  })
  client.send('x'.repeat(1_000_000))
  while (processed.length === 0) await nextRound()
  expect(large.length).toBeGreaterThan(10)
  expect(new Set(large)).toEqual(new Set([true]))
  client.send('next')
  while (processed.length === 1) await nextRound()
})

test('waits for its turn after many messages in one chunk', async () => {
  const { client, peer, socket, processed } = await connect(1_000_000)
  const isPaused = new Promise((resolve) => socket.once('data', () => resolve(peer.isPaused)))
  const messages = Array.from({ length: 50 }, (_, number) => `message ${number}`)
  for (const message of messages) client.send(message)
  expect(await isPaused).toBe(true)
  while (processed.length < messages.length) await nextRound()
  expect(processed).toEqual(messages)
})

test('does not wait for a turn after a small message', async () => {
  const { client, peer, processed } = await connect()
  const pause = vi.spyOn(peer, 'pause')
  client.send('x'.repeat(1000))
  while (processed.length === 0) await nextRound()
  await nextRound()
  expect(pause).not.toHaveBeenCalled()
})

test('processes a burst of small messages in several rounds, in order', async () => {
  const { client, processed } = await connect(Number.POSITIVE_INFINITY)
  const sent = Array.from({ length: 5000 }, (_, index) => String(index))
  for (const text of sent) client.send(text)
  let most = 0
  for (let before = 0; before < sent.length; before = processed.length) {
    await nextRound()
    most = Math.max(most, processed.length - before)
  }
  expect(processed).toEqual(sent)
  // What a round may read is some 500 messages, and the timer of this test sees parts of two rounds.
  expect(most).toBeLessThan(1100)
})
