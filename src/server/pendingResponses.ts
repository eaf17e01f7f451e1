import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The next response to be sent on an HTTP connection. */
export function nextResponse(socket: Duplex): ServerResponse | undefined {
  // node:http has no public way to get it.
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

/** Whether a complete request has not been answered yet. */
export function isPendingResponse(socket: Duplex): boolean {
  return nextResponse(socket)?.req.complete === true
}

/** Calls back when all complete requests are answered; never if the connection closes before. */
export function whenAnswered(socket: Duplex, done: () => void): void {
  if (socket.destroyed) return
  const response = nextResponse(socket)
  if (response?.req.complete === true) response.once('close', () => whenAnswered(socket, done))
  else done()
}
