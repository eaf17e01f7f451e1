import type { DrawnDelivery } from '../../rpc/faults/delivery.ts'
import type { Reply } from '../../rpc/reply.ts'
import type { Delays } from './delays.ts'
import type { MessageTarget } from './messageTarget.ts'

/** Sends a message with a fault applied. */
export async function deliverMessage(
  target: MessageTarget,
  delivery: DrawnDelivery,
  reply: Reply,
  delays: Delays,
): Promise<void> {
  switch (delivery.kind) {
    case 'close':
      target.close(delivery.code)
      return
    case 'reset':
      if (delivery.when === 'beforeAnswer') target.reset()
      else target.breakOff(reply)
      return
    case 'late':
      await delays.wait(delivery.milliseconds, target.endpoint, target.socket)
      target.send(reply)
      return
    case 'twice':
      target.send(reply)
      target.send(reply)
      return
    case 'page':
      // A message has neither status nor headers.
      target.send([delivery.body])
      return
    case 'silence':
      return
  }
}
