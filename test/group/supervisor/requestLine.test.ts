import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readRequestLine } from '../../../src/group/supervisor/requestLine.ts'

let server: Server
let client: Socket
let socket: Socket
beforeEach(async () => {
  server = createServer({ pauseOnConnect: true, allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  ;[socket] = await once(server, 'connection')
})
afterEach(() => {
  vi.useRealTimers()
  for (const each of [client, socket]) each.destroy()
  server.close()
})

const read = () =>
  new Promise<{ readonly head: string; readonly target: string | undefined }>((resolve) => {
    readRequestLine(socket, ({ head, target }) => resolve({ head: head.toString(), target }))
  })

it('finds the target, however the line is cut, and reads nothing after it', async () => {
  const found = read()
  for (const part of ['PO', 'ST /v3/dev', ' HTTP/1.1\r', '\nHost: x\r\n']) {
    const arrived = once(socket, 'data')
    client.write(part)
    await Promise.race([arrived, found])
  }
  expect(await found).toMatchObject({ target: '/v3/dev' })
  const seen = vi.fn()
  socket.on('readable', seen)
  client.write('more')
  await new Promise((resolve) => client.write('', resolve))
  expect(seen).not.toHaveBeenCalled()
})

it.each([
  ['has no valid request line', 'hello\n', undefined],
  ['begins like TLS', '\x16\x03\x01', undefined],
  ['does not begin with a method', 'hello', undefined],
  ['has a line that does not end', 'G'.repeat(20_000), undefined],
])('finds none in what %s', async (_, sent, target) => {
  const found = read()
  client.write(sent)
  expect(await found).toEqual({ head: sent, target })
})

it('finds none if the client closes its side before', async () => {
  const found = read()
  client.end('GET /v3')
  expect(await found).toEqual({ head: 'GET /v3', target: undefined })
})

it('closes the connection of a client that sends nothing', async () => {
  const done = vi.fn()
  readRequestLine(socket, done)
  client.end()
  await once(socket, 'close')
  expect(done).not.toHaveBeenCalled()
})

it('gives up waiting after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const found = read()
  vi.advanceTimersByTime(10_000)
  expect(await found).toEqual({ head: '', target: undefined })
})
