import type { Socket } from 'node:net'

/** Resets a connection. Between two processes of a group there is no TCP: it is closed, and the other one resets its own. */
export function resetSocket(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy()
  else socket.resetAndDestroy()
}
