import { drainPendingReads } from './drainPendingReads.ts'
import type { MessageClient } from './messageClient.ts'

/** How long a client that has read everything may take to answer the close, in milliseconds. */
const CLOSE_GRACE_MS = 500

/** WebSocket code 1001: the server goes away (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001

/** Why a client is disconnected: what is closing. */
export type CloseCause = 'server' | 'endpoint' | 'client'

/**
 * Disconnects a client once it has read what was sent before; resolves when it is closed.
 *
 * @param deadline a time of `performance.now()`, at which it is disconnected even if it is still reading
 */
export function closeClient(
  client: MessageClient,
  deadline: number,
  cause: CloseCause,
): Promise<void> {
  if (client.readyState === client.CLOSED) return Promise.resolve()
  return new Promise((resolve) => {
    let hadRead = client.bufferedAmount === 0
    const timer = setInterval(async () => {
      // If the process itself was blocked for that long, the client's answer may have arrived in time and be unread.
      await drainPendingReads()
      const hasRead = client.bufferedAmount === 0
      const isInTime = performance.now() < deadline
      // A client that has only just read everything gets the same time to answer the close.
      if (!isInTime || (hasRead && hadRead)) client.terminate()
      hadRead = hasRead
    }, CLOSE_GRACE_MS)
    client.once('close', () => {
      clearInterval(timer)
      resolve()
    })
    client.resume()
    client.close(GOING_AWAY, `the ${cause} is closing`)
  })
}
