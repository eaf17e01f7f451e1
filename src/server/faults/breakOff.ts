import type { Socket } from 'node:net'

/** How long a client has to read what it was sent, in milliseconds: a reset may have the system drop it. */
const GRACE_MS = 20

/** Resets a connection when the client has had the time to read what was sent. To be called when that is written. */
export function breakOff(socket: Socket): void {
  // Whatever is written now would be taken for the rest of what broke off.
  socket.cork()
  setTimeout(() => socket.resetAndDestroy(), GRACE_MS)
}
