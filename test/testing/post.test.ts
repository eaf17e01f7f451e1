import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { post } from '../../src/testing/post.ts'

let server: Server | undefined
afterEach(() => {
  vi.useRealTimers()
  server?.close()
  server?.closeAllConnections()
})

const requests: IncomingMessage[] = []

async function serveText(status = 200): Promise<string> {
  requests.length = 0
  server = createServer((request, response) => {
    requests.push(request)
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/any`
}

it('sends JSON of any letters, and the token', async () => {
  const url = await serveText(404)
  const text = '{"name":"Ünïcode ⛓"}'
  expect(await post(url, text, { token: 'secret' })).toEqual({
    status: 404,
    type: 'text/plain',
    text,
  })
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  })
})

it('reuses connections, but none that may be closing', async () => {
  const url = await serveText()
  vi.useFakeTimers({ toFake: ['performance'] })
  await post(url, '1')
  await new Promise((resolve) => setImmediate(resolve))
  await post(url, '2')
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(60_000)
  await post(url, '3')
  const [first, second, third] = requests.map(({ socket }) => socket.remotePort)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('rejects with the error of Node if the connection fails', async () => {
  const url = await serveText()
  server?.close()
  server?.closeAllConnections()
  await expect(post(url, '1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('rejects with the reason of its signal', async () => {
  server = createServer(() => {})
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/any`
  const controller = new AbortController()
  const { signal } = controller
  const reason = new Error('enough')
  const asked = post(url, '1', { signal })
  server.on('request', () => controller.abort(reason))
  await expect(asked).rejects.toBe(reason)
  await expect(post(url, '1', { signal })).rejects.toBe(reason)
})
