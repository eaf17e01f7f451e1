import type { Socket } from 'node:net'

const holders = new WeakMap<Socket, Set<object>>()

/**
 * Pauses a connection after the chunk that is being read, until every holder releases it. `socket.pause()` alone is not
 * enough, because node:http resumes a connection whenever it wants more of a request, and after each complete request.
 *
 * @param holder for whom the connection is paused
 */
export function holdSocket(socket: Socket, holder: object): void {
  let ofSocket = holders.get(socket)
  if (ofSocket === undefined) {
    ofSocket = new Set()
    holders.set(socket, ofSocket)
  }
  ofSocket.add(holder)
  socket.resume = () => socket
  // An earlier resume() takes effect in the next tick, and would undo this pause.
  process.nextTick(() => process.nextTick(pauseIfHeld, socket))
}

function pauseIfHeld(socket: Socket): void {
  if ((holders.get(socket)?.size ?? 0) > 0) socket.pause()
}

/** Ends one holder's pause; the connection resumes when no other holder pauses it. */
export function releaseSocket(socket: Socket, holder: object): void {
  const ofSocket = holders.get(socket)
  if (!ofSocket?.delete(holder) || ofSocket.size > 0) return
  Reflect.deleteProperty(socket, 'resume')
  socket.resume()
}
