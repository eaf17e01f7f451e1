import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { FaultTransport } from '../../faults/fault.ts'
import type { Reply } from '../reply.ts'
import { type Notification, notify } from '../subscriptions/subscriptions.ts'
import type { Delivery } from './delivery.ts'
import { notificationAmiss } from './notificationAmiss.ts'

export interface TellerOptions {
  readonly endpoint: Endpoint
  readonly transport: FaultTransport
  /** sends a message whole */
  readonly send: (message: Reply) => void
  /** does with a message what a fault wants; what comes late is not waited for */
  readonly deliver: (message: Reply, delivery: Delivery) => void
  readonly onInternalError: (error: unknown) => void
}

/** Sends the notifications of one connection, as the faults of its endpoint want it. */
export class Teller {
  readonly #options: TellerOptions
  /** resolves when all are told; undefined where they are */
  #last: Promise<void> | undefined

  constructor(options: TellerOptions) {
    this.#options = options
  }

  /** Whether there is something still to be told. */
  get isTelling(): boolean {
    return this.#last !== undefined
  }

  /** In the order of calls: what befalls one may not be known at once, and those behind it wait. */
  tell(notification: Notification): void {
    const { endpoint, send, onInternalError } = this.#options
    if (this.#last === undefined && endpoint.faults === undefined) {
      send(notify(notification))
      return
    }
    const told = (this.#last ?? Promise.resolve())
      .then(() => this.#tell(notification))
      .catch(onInternalError)
      .then(() => {
        if (this.#last === told) this.#last = undefined
      })
    this.#last = told
  }

  async #tell(notification: Notification): Promise<void> {
    const { endpoint, transport, send, deliver } = this.#options
    const { faults } = endpoint
    if (faults === undefined) return send(notify(notification))
    const told = await notificationAmiss(faults, endpoint, transport, notification)
    if (told.delivery === undefined) send(told.message)
    else deliver(told.message, told.delivery)
  }
}
