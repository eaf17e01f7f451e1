import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { RawFault } from '../../../src/faults/kinds/raw.ts'
import { ask, serveForTests } from '../../support/serving.ts'
import { post, request } from '../../support/transports.ts'

const { server } = await serveForTests({ blocks: 1 })

function start(key: string, fault: Omit<RawFault, 'kind'>) {
  const endpoint = server.endpoint(key)
  endpoint.setFaults([{ fault: { kind: 'raw', ...fault } }])
  return endpoint
}

const bare = { code: 429, message: 'slow down' }

describe('over HTTP', () => {
  it('an error comes without an envelope', async () => {
    const response = await post(start('bare', { body: bare }).url, request('eth_chainId'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(bare)
  })

  it('text comes as it is, with status and headers', async () => {
    const fault = { status: 451, headers: { 'retry-after': '7' }, body: '<h1>no</h1>' }
    const response = await post(start('page', fault).url, request('eth_chainId'))
    expect(response.status).toBe(451)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.text()).toBe('<h1>no</h1>')
  })

  it('a type of its own replaces that of the body', async () => {
    const fault = { headers: { 'Content-Type': 'text/plain' }, body: 'busy' }
    const response = await post(start('plain', fault).url, request('eth_chainId'))
    expect(response.headers.get('content-type')).toBe('text/plain')
  })
})

it('is the message over a WebSocket', async () => {
  const socket = new WebSocket(start('socket', { status: 503, body: bare }).wsUrl)
  await new Promise((resolve) => socket.once('open', resolve))
  const message = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  socket.send(request('eth_chainId'))
  expect(JSON.parse((await message) as string)).toEqual(bare)
  socket.close()
})

describe('in process', () => {
  it.each([
    [{ body: bare }, 'the response has neither a result nor an error'],
    [{ body: '<h1>no</h1>' }, 'JSON'],
    [{ status: 503, body: 'busy' }, 'HTTP request failed: 503'],
    [{ body: { error: { code: 1, message: 'mine' } } }, 'mine'],
  ])('%j rejects', async (fault, message) => {
    const endpoint = start(JSON.stringify(fault).replaceAll(/\W/g, ''), fault)
    await expect(ask(endpoint, 'eth_chainId')).rejects.toThrow(message)
  })

  it('a result is one', async () => {
    expect(await ask(start('result', { body: { result: '0x7' } }), 'eth_chainId')).toBe('0x7')
  })
})

it.each([
  [{}, 'body'],
  [{ body: 1n }, 'body'],
  [{ body: 1, status: 100 }, 'status'],
  [{ body: 1, headers: { 'a b': 'c' } }, 'headers'],
  [{ body: 1, headers: { 'Content-Length': '9' } }, 'the server sets this header itself'],
  [{ body: 1, headers: { a: 'c\r\nd' } }, 'headers'],
])('refuses wrong fields (%#)', (fields, name) => {
  expect(() => start('wrong', fields as never)).toThrow(name)
})
