import type { Socket } from 'node:net'
import { resetSocket } from './resetSocket.ts'

/** How long a client has to read what it was sent, in milliseconds: on a reset the system may drop unread data. */
const GRACE_MS = 20

/** Resets a connection once the client has had time to read what was sent. Call it after the last write. */
export function breakOff(socket: Socket): void {
  // The client would take anything written from now on for the rest of the truncated response.
  socket.cork()
  setTimeout(() => resetSocket(socket), GRACE_MS)
}
