import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { WEBSOCKET_ABNORMAL } from '../../../src/faults/effect.ts'
import { yieldToEventLoop } from '../../../src/primitives/yieldToEventLoop.ts'
import { ClientMemory } from '../../../src/server/clientMemory.ts'
import { EndOfRound } from '../../../src/server/endOfRound.ts'
import { MessageTarget } from '../../../src/server/faults/messageTarget.ts'
import { webSocketFraming } from '../../../src/server/webSocketFraming.ts'

/** A target, and how many bytes each write to its socket had. */
function openTarget() {
  const writes: number[] = []
  const sizeOf = (chunks: { chunk: Buffer }[]) =>
    chunks.reduce((sum, { chunk }) => sum + chunk.length, 0)
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.length)
      done()
    },
    writev(chunks, done) {
      writes.push(sizeOf(chunks))
      done()
    },
  }) as Socket
  const client = { OPEN: 1, readyState: 1, terminate: () => socket.destroy() }
  const memory = new ClientMemory({ bytesMax: 1_000_000, close() {} }).of(socket)
  const target = new MessageTarget({
    endpoint: {} as Endpoint,
    client: client as unknown as WebSocket,
    socket,
    framing: webSocketFraming,
    memory,
    endOfRound: new EndOfRound(),
  })
  return { target, writes, socket, memory }
}

/** With a header of two bytes. */
const MESSAGE_BYTES = 5

it('writes each message at once, unless it holds them', () => {
  const { target, writes } = openTarget()
  target.send(['one'])
  target.send(['two'])
  expect(writes).toEqual([MESSAGE_BYTES, MESSAGE_BYTES])
})

it('writes the messages of a round of the event loop together', async () => {
  const { target, writes } = openTarget()
  target.hold()
  target.send(['one'])
  target.hold()
  target.send(['two'])
  expect(writes).toEqual([])
  await yieldToEventLoop()
  expect(writes).toEqual([2 * MESSAGE_BYTES])
  target.send(['new'])
  expect(writes).toEqual([2 * MESSAGE_BYTES, MESSAGE_BYTES])
})

it('writes what it holds before it breaks the connection', async () => {
  const closings: ((target: MessageTarget) => void)[] = [
    (target) => target.close(WEBSOCKET_ABNORMAL),
    (target) => target.reset(),
  ]
  for (const close of closings) {
    const { target, writes, socket } = openTarget()
    target.hold()
    target.send(['one'])
    close(target)
    expect(writes).toEqual([MESSAGE_BYTES])
    expect(socket.destroyed).toBe(true)
    await yieldToEventLoop()
  }
})

it('counts what the client has not read at the end of the round', async () => {
  const { target, memory, socket } = openTarget()
  socket._writev = () => {}
  target.hold()
  target.send(['x'.repeat(50_000)])
  target.send(['x'.repeat(50_000)])
  expect(memory.bytes).toBe(0)
  await yieldToEventLoop()
  expect(memory.bytes).toBeGreaterThan(100_000)
})
