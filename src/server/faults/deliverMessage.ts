import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { type Delivery, WEBSOCKET_ABNORMAL } from '../../rpc/faults/delivery.ts'
import { byteLength, type Reply } from '../../rpc/reply.ts'
import { writeHalfMessage } from '../textMessage.ts'
import { wait } from './wait.ts'

/** A WebSocket and what carries it. */
export interface MessageTarget {
  readonly client: WebSocket
  readonly socket: Socket
  /** sends a message whole */
  readonly send: (reply: Reply) => void
}

/** Does with a message what a fault wants. */
export async function deliverMessage(
  { client, socket, send }: MessageTarget,
  delivery: Delivery,
  reply: Reply,
): Promise<void> {
  switch (delivery.kind) {
    case 'close':
      closeWith(client, delivery.code)
      return
    case 'reset':
      if (delivery.when === 'beforeAnswer') socket.resetAndDestroy()
      else writeHalfMessage(socket, reply, byteLength(reply))
      return
    case 'late':
      await wait(delivery.milliseconds)
      send(reply)
      return
    case 'twice':
      send(reply)
      send(reply)
      return
    case 'silence':
    case 'page':
      return
  }
}

/** @param code as a client is to see it */
export function closeWith(client: WebSocket, code: number): void {
  if (code === WEBSOCKET_ABNORMAL) client.terminate()
  else client.close(code)
}
