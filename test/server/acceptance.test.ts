import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'
import { runLong, uncounted } from '../../src/rpc/longWork.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import { ShortCalls } from '../../src/threads/calls/shortCalls.ts'

let server: Server | undefined
afterEach(() => server?.close())

const CONNECTIONS = 40

/** Longer than a time slice. */
function spend(): void {
  const end = performance.now() + 6
  while (performance.now() < end);
}

it('accepts connections that arrive at once before it works in time slices again', async () => {
  server = await serve(await createChain({ blocks: 1 }), { port: 0 })
  const port = Number(new URL(server.url).port)
  let isOver = false
  let slices = 0
  const client = {
    connection: {},
    isClosed: () => false,
    drained: () => undefined,
    memory: uncounted,
  }
  const long = runLong(client, async (pause) => {
    while (!isOver) {
      spend()
      slices++
      await pause()
    }
  })
  const calls = new ShortCalls()
  const short = (async () => {
    while (!isOver) {
      await calls.run({}, 1, async () => {
        spend()
        slices++
      })
    }
  })()
  while (slices < 4) await yieldToEventLoop()
  const slicesAt: number[] = []
  const onConnection = () => slicesAt.push(slices)
  subscribe('net.server.socket', onConnection)
  // They all wait in the system's queue of the listening socket before the next round of the event loop.
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'))
  while (slicesAt.length < CONNECTIONS) await yieldToEventLoop()
  unsubscribe('net.server.socket', onConnection)
  isOver = true
  await Promise.all([long, short])
  for (const socket of sockets) socket.destroy()
  expect(slicesAt).toEqual(Array(CONNECTIONS).fill(slicesAt[0]))
})
