import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A way to reach an endpoint, opened. */
export interface Connection {
  /** Sends a body that is answered, and gives the answer's text. */
  ask(body: string | Uint8Array): Promise<string>
  /**
   * Sends a body that is not to be answered; gives what was answered all the same, or an empty
   * text.
   */
  tell(body: string): Promise<string>
  close(): void
}

/** The two transports, for tables of what has to hold over both. */
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
      // What comes back first is the answer to what is sent second, unless the first is answered
      // too.
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
