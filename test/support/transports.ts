import { once } from 'node:events'
import { WebSocket } from 'ws'

/** An open connection to an endpoint. */
interface Connection {
  /** Sends a body that is answered, and returns the text of the answer. */
  ask(body: string | Uint8Array): Promise<string>
  /** Sends a body that should not be answered; returns the answer, or an empty text if there is none. */
  tell(body: string): Promise<string>
  close(): void
}

/** The two transports, for tables of tests over both. */
export const transports = [
  { transport: 'HTTP', open: openHttp },
  { transport: 'WebSocket', open: openWebSocket },
] as const

async function openHttp({ url }: { url: string }): Promise<Connection> {
  const ask = async (body: string | Uint8Array) => {
    const response = await post(url, body)
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
    return response.text()
  }
  return { ask, tell: ask, close() {} }
}

export function post(url: string, body: string | Uint8Array, headers = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body as string,
  })
}

async function openWebSocket({ wsUrl }: { wsUrl: string }): Promise<Connection> {
  const socket = new WebSocket(wsUrl)
  await once(socket, 'open')
  const ask = async (body: string | Uint8Array) => {
    const answer = once(socket, 'message')
    socket.send(body)
    const [message] = await answer
    return String(message)
  }
  return {
    ask,
    async tell(body) {
      // The first answer belongs to the second request, unless the first request is answered, too.
      socket.send(body)
      const answer = await ask(request('eth_chainId', [], '"sentinel"'))
      return answer.includes('"sentinel"') ? '' : answer
    },
    close: () => socket.terminate(),
  }
}

/** A request's text. @param id as JSON */
export function request(method: string, params: readonly unknown[] = [], id = '1'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`
}

/** Calls a method at an address over HTTP. @returns the result, or the error */
export async function askOverHttp<Answer = unknown>(
  url: string,
  method: string,
  ...params: readonly unknown[]
): Promise<Answer> {
  const answer = await (await post(url, request(method, params))).json()
  const { result, error } = answer as { readonly result: Answer; readonly error?: Answer }
  return error ?? result
}
