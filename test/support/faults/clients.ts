import { strictEqual } from 'node:assert'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { exchange } from '../../../scripts/bench/wire/exchange.ts'
import {
  type HttpResponse,
  httpRequest,
  parseHttpResponse,
} from '../../../scripts/bench/wire/http.ts'
import { request } from '../transports.ts'
import type { ChainServer } from './chainServer.ts'

export const chainId = request('eth_chainId')
export const chainIdAnswer = '{"jsonrpc":"2.0","id":1,"result":"0x539"}'

/** With more at once, connections would wait for the system to accept them. */
const WAVE = 200

/** Does something many times. @param act receives the number of the call, from 0 */
export async function inWaves<T>(
  count: number,
  act: (place: number) => Promise<T>,
  most = WAVE,
): Promise<T[]> {
  const results: T[] = []
  while (results.length < count) {
    const wave = Array.from({ length: Math.min(most, count - results.length) }, (_, at) =>
      act(results.length + at),
    )
    results.push(...(await Promise.all(wave)))
  }
  return results
}

/** A connection that gives the client every byte. */
export async function openSocket({ port }: ChainServer): Promise<Socket> {
  // The caller waits for 'close', which follows every error.
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}

export async function openWebSocket({ wsUrl }: ChainServer): Promise<WebSocket> {
  const socket = new WebSocket(wsUrl, { perMessageDeflate: false })
  await once(socket, 'open')
  return socket.on('error', () => {})
}

/** Closes a connection from this side, without a goodbye, and waits until it is closed. */
export async function breakOff(socket: Socket | WebSocket): Promise<void> {
  const closed = once(socket, 'close')
  if (socket instanceof WebSocket) socket.terminate()
  else socket.destroy()
  await closed
}

/** A batch that asks for blocks, and its answer. @param count how many, which may repeat */
export async function batchOfBlocks(server: ChainServer, count: number) {
  const calls = Array.from({ length: count }, (_, place) => ({
    method: 'eth_getBlockByNumber',
    params: [`0x${(place % 48).toString(16)}`, true],
  }))
  const results = await server.results(calls)
  const answers = results.map((result, id) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`)
  const requests = calls.map(({ method, params }, id) => request(method, params, String(id)))
  return { batch: `[${requests}]`, answer: `[${answers}]` }
}

/** Sends bytes, and returns the HTTP response. */
export async function sendBytes(socket: Socket, bytes: Buffer | string): Promise<HttpResponse> {
  return (await exchange(socket, Buffer.from(bytes), parseHttpResponse)).parsed
}

/** A POST of a body to a valid key. */
export function post({ port }: ChainServer, body: string): Buffer {
  return httpRequest(port, '/v3/dev', body)
}

/** Sends a request that every server answers in the same way. */
export async function requireAnswer(server: ChainServer, client: Socket | WebSocket) {
  if (client instanceof WebSocket) {
    const answer = once(client, 'message')
    client.send(chainId)
    strictEqual(String((await answer)[0]), chainIdAnswer)
  } else {
    const { status, body } = await sendBytes(client, post(server, chainId))
    strictEqual(`${status} ${body}`, `200 ${chainIdAnswer}`)
  }
}

/** Requires a refusal with a JSON-RPC error. */
export function requireRefusal({ status, body }: HttpResponse, want: number, what: string): void {
  strictEqual(status, want, `${what} is ${status}: ${body}`)
  const { jsonrpc, id, error } = JSON.parse(String(body))
  strictEqual(
    `${jsonrpc} ${id} ${typeof error.code} ${typeof error.message}`,
    '2.0 null number string',
  )
}
