import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

/** A WebSocket that is open until the test has finished. */
export async function openSocket(url: string | URL, options?: ClientOptions): Promise<WebSocket> {
  const socket = new WebSocket(url, options)
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  return socket
}

/** Sends a message. @returns the text of the next one that arrives */
export async function askSocket(socket: WebSocket, body: string | Uint8Array): Promise<string> {
  const answer = once(socket, 'message')
  socket.send(body)
  const [message] = await answer
  return String(message)
}
