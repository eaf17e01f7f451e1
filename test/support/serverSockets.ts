import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'

/**
 * The server's side of the next connection that a server in this process accepts on a port, and its end: a client that
 * reads nothing does not notice the close on its own side. `emit('timeout')` on it does what Node does when the
 * connection was idle for `socket.timeout` milliseconds.
 */
export function nextServerSocket(port: number): Promise<{ socket: Socket; closed: Promise<void> }> {
  return new Promise((resolve) => {
    const onSocket = (message: unknown): void => {
      const { socket } = message as { readonly socket: Socket }
      if (socket.localPort !== port) return
      unsubscribe('net.server.socket', onSocket)
      resolve({ socket, closed: once(socket, 'close').then(() => {}) })
    }
    subscribe('net.server.socket', onSocket)
  })
}
