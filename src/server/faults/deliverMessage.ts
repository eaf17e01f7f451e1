import type { WebSocket } from 'ws'
import { WEBSOCKET_ABNORMAL } from '../../faults/effect.ts'
import type { DrawnDelivery } from '../../rpc/faults/delivery.ts'
import type { Reply } from '../../rpc/reply.ts'
import type { Delays } from './delays.ts'
import type { MessageTarget } from './messageTarget.ts'
import { resetSocket } from './resetSocket.ts'

/** Sends a message with a fault applied. */
export async function deliverMessage(
  target: MessageTarget,
  delivery: DrawnDelivery,
  reply: Reply,
  delays: Delays,
): Promise<void> {
  const { client, socket, endpoint } = target
  switch (delivery.kind) {
    case 'close':
      closeWith(client, delivery.code)
      return
    case 'reset':
      if (delivery.when === 'beforeAnswer') resetSocket(socket)
      else target.breakOff(reply)
      return
    case 'late':
      await delays.wait(delivery.milliseconds, endpoint, socket)
      target.send(reply)
      return
    case 'twice':
      target.send(reply)
      target.send(reply)
      return
    case 'silence':
    case 'page':
      return
  }
}

/** @param code as the client sees it */
export function closeWith(client: WebSocket, code: number): void {
  if (code === WEBSOCKET_ABNORMAL) client.terminate()
  else client.close(code)
}
