import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The response that is next to be sent on an HTTP connection. */
export function nextResponse(socket: Duplex): ServerResponse | undefined {
  // There is no public way to ask node:http for it.
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}

/** Whether a request that has arrived whole is not answered yet. */
export function isPendingResponse(socket: Duplex): boolean {
  return nextResponse(socket)?.req.complete === true
}

/** Calls back when all requests that have arrived whole are answered; never if the connection closes before that. */
export function whenAnswered(socket: Duplex, done: () => void): void {
  if (socket.destroyed) return
  const response = nextResponse(socket)
  if (response?.req.complete === true) response.once('close', () => whenAnswered(socket, done))
  else done()
}
