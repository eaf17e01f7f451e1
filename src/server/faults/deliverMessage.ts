import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Delivery } from '../../rpc/faults/delivery.ts'
import { byteLength, type Reply } from '../../rpc/reply.ts'
import { writeHalfMessage } from '../textMessage.ts'
import { wait } from './wait.ts'

/** RFC 6455, 7.4.1: a connection that ended without a close frame. */
const ABNORMAL = 1006

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
      if (delivery.code === ABNORMAL) client.terminate()
      else client.close(delivery.code)
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
