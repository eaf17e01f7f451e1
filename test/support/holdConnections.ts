import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'

/**
 * Opens connections that their client does not close: an idle keep-alive connection, one with half a request, a
 * WebSocket, and a WebSocket whose client does not read.
 *
 * @returns a function that waits until the server has closed them
 */
export async function holdConnections(url: string, wsUrl: string): Promise<() => Promise<void>> {
  const method = 'POST'
  const headers = { 'content-type': 'application/json', 'content-length': 2 }
  const idle = request(url, { method, headers, agent: new Agent({ keepAlive: true }) }).end('{}')
  const [response] = await once(idle, 'response')
  const idleClosed = once(response.socket, 'close')
  await once(response.resume(), 'end')

  const half = request(url, { method, headers })
  // It never receives its answer, which is an error.
  const halfClosed = once(half, 'error')
  await new Promise((resolve) => half.write('{', resolve))

  const live = new WebSocket(wsUrl)
  await once(live, 'open')
  const liveClosed = once(live, 'close')

  const deaf = new WebSocket(wsUrl)
  await once(deaf, 'open')
  deaf.pause()

  return async () => {
    await Promise.all([idleClosed, halfClosed, liveClosed])
    deaf.terminate()
  }
}
