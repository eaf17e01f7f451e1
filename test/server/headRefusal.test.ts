import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createTestChain } from '../support/chain.ts'
import { serveForTests } from '../support/serving.ts'
import { request } from '../support/transports.ts'

const { server } = await serveForTests(await createTestChain(), { dev: true, anyKey: true })

const body = request('evm_mine')
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const long = 'x'.repeat(1000)

/** Everything that the server sends until it closes the connection. */
function exchange(lines: readonly string[], rest: string): Promise<string> {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n${rest}`)
  return text(socket)
}

const ofBody = ['Content-Type: application/json', `Content-Length: ${body.length}`]
const ofChunks = (coding: string) => [
  'Host: localhost',
  'Content-Type: application/json',
  `Transfer-Encoding: ${coding}`,
]
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
const offer = ['Connection: Upgrade', 'Upgrade: h2c']
const several = 'malformed HTTP request: it has several Host fields; send one'
const missing = 'malformed HTTP request: HTTP/1.1 requires a Host field'
const coding = (name: string) =>
  `unsupported transfer coding '${name}': the only one supported is chunked`

describe('a request', () => {
  it.each([
    ['two hosts', 400, several, ['Host: localhost', 'Host: evil.example', ...ofBody], body],
    ['the same host twice', 400, several, ['Host: localhost', 'hOST: localhost', ...ofBody], body],
    ['two hosts, for h2c', 400, several, ['Host: a', 'Host: a', ...offer, ...ofBody], body],
    [
      'two hosts, and 100-continue',
      400,
      several,
      ['Host: a', 'Host: a', 'Expect: 100-continue', ...ofBody],
      '',
    ],
    ['no host', 400, missing, ofBody, body],
    ['two codings', 501, coding('gzip, chunked'), ofChunks('gzip, chunked'), chunks],
    [
      'two codings in two fields',
      501,
      coding('gzip, chunked'),
      [...ofChunks('gzip'), 'Transfer-Encoding: chunked'],
      chunks,
    ],
    ['a long coding', 501, coding(long.slice(0, 100)), ofChunks(`${long}, chunked`), chunks],
  ])('with %s gets %i and changes nothing', async (_, status, message, fields, rest) => {
    const before = server.head.number
    const received = await exchange(['POST /v3/dev HTTP/1.1', ...fields], rest + rest)
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\r\\n`))
    expect(received.match(/^HTTP/gm)).toHaveLength(1)
    const error = { code: -32600, message }
    expect(JSON.parse(received.slice(received.indexOf('{')))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error,
    })
    expect(server.head.number).toBe(before)
  })

  it.each([
    ['/ws/v3/dev', [...upgrade, 'Host: a', 'Host: b'], 400],
    ['/ws/v3/dev', upgrade, 400],
    ['/ws/v3/dev', [...upgrade, 'Host: a', 'Transfer-Encoding: gzip, chunked'], 501],
    ['/health', ['Host: a', 'Host: b'], 400],
    ['/health', ['Host: a', 'Transfer-Encoding: gzip, chunked'], 501],
  ])('GET %s with the fields %j gets %i', async (path, fields, status) => {
    const received = await exchange([`GET ${path} HTTP/1.1`, ...fields], '0\r\n\r\n')
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it.each([
    ['HTTP/1.1', ['Host: localhost', 'X-Host: a', 'Connection: close', ...ofBody], body],
    ['HTTP/1.1', [...ofChunks('chunked'), 'Connection: close'], chunks],
    ['HTTP/1.1', [...ofChunks('CHUNKED'), 'Connection: close'], chunks],
    ['HTTP/1.0', ofBody, body],
  ])('of %s with the fields %j is answered', async (version, fields, rest) => {
    const received = await exchange([`POST /v3/dev ${version}`, ...fields], rest)
    expect(received).toMatch(/^HTTP\/1\.1 200 .*"result":"0x0"\}$/s)
  })
})
