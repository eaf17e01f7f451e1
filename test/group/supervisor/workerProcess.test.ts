import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WorkerProcess } from '../../../src/group/supervisor/workerProcess.ts'

const head = Buffer.from('POST / HTTP/1.1\r\n')
const unused = { answer() {}, ended() {} }

let server: Server
beforeEach(async () => {
  server = createServer({ pauseOnConnect: true, allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  server.close()
})

/** A connection as its client has it, and as the supervisor has accepted it. */
async function connection(): Promise<readonly [client: Socket, accepted: Socket]> {
  const { port } = server.address() as { readonly port: number }
  const client = connect(port, '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  return [client, accepted]
}

it('answers 503 to a client whose worker has not begun after ten seconds', async () => {
  const [client, accepted] = await connection()
  const worker = new WorkerProcess(unused)
  worker.take(head, accepted)
  vi.advanceTimersByTime(9_999)
  expect(accepted.writableEnded).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await text(client)).toMatch(
    /^HTTP\/1\.1 503 Service Unavailable\r\n(?:.*\r\n)*\r\nthe process that owns this endpoint is being started$/,
  )
})

it('closes the connection of a client that does not read the answer', async () => {
  const [client, accepted] = await connection()
  // It goes on sending, and keeps its side open.
  client.pause().write('{')
  new WorkerProcess(unused).take(head, accepted)
  vi.advanceTimersByTime(10_000)
  expect(accepted.destroyed).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(accepted.destroyed).toBe(true)
  client.destroy()
})

it('closes connections that wait when it stops, and takes no more', async () => {
  const worker = new WorkerProcess(unused)
  const [, waiting] = await connection()
  worker.take(head, waiting)
  void worker.stop()
  expect(waiting.destroyed).toBe(true)
  const [, late] = await connection()
  worker.take(head, late)
  expect(late.destroyed).toBe(true)
})
