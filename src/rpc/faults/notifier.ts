import type { Endpoint } from '../../endpoint/endpoint.ts'
import { faultsOf } from '../../faults/endpointFaults.ts'
import type { FaultTransport } from '../../faults/transport.ts'
import { SerialQueue } from '../../primitives/serialQueue.ts'
import type { Reply } from '../reply.ts'
import { type Notification, writeNotification } from '../subscriptions/subscriptions.ts'
import type { DrawnDelivery } from './delivery.ts'
import { faultyNotification } from './faultyNotification.ts'

export interface NotifierOptions {
  readonly endpoint: Endpoint
  readonly transport: FaultTransport
  /** whether faults apply; default true */
  readonly hasFaults?: boolean
  /** sends a complete message */
  readonly send: (message: Reply) => void
  /** sends a message with a fault applied; does not wait for delayed messages */
  readonly deliver: (message: Reply, delivery: DrawnDelivery) => void
  readonly onInternalError: (error: unknown) => void
}

/** Sends the notifications of one connection, and applies the faults of its endpoint to them. */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #queue = new SerialQueue()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  /** Whether there are notifications still to be sent. */
  get isNotifying(): boolean {
    return !this.#queue.isIdle
  }

  /** Sends notifications in the order of calls. One whose fault is not known yet delays those after it. */
  notify(notification: Notification): void {
    const { endpoint, send, onInternalError, hasFaults = true } = this.#options
    if (this.#queue.isIdle && (endpoint.faults === undefined || !hasFaults)) {
      send(writeNotification(notification))
      return
    }
    endpoint.activity.begin('notifications')
    void this.#queue
      .run(() => this.#notify(notification))
      .catch(onInternalError)
      .then(() => endpoint.activity.end('notifications'))
  }

  async #notify(notification: Notification): Promise<void> {
    const { endpoint, transport, send, deliver } = this.#options
    const plan = faultsOf(endpoint)
    if (plan === undefined) return send(writeNotification(notification))
    const { message, delivery } = await faultyNotification(plan, endpoint, transport, notification)
    if (delivery === undefined) send(message)
    else deliver(message, delivery)
  }
}
