import { notificationAmiss } from '../../rpc/faults/notificationAmiss.ts'
import { type Notification, notify } from '../../rpc/subscriptions/subscriptions.ts'
import type { Delays } from './delays.ts'
import { deliverMessage } from './deliverMessage.ts'
import type { MessageTarget } from './messageTarget.ts'

/** Sends the notifications of one connection, as the faults of its endpoint want it. */
export class Teller {
  readonly #target: MessageTarget
  readonly #delays: Delays
  readonly #onInternalError: (error: unknown) => void
  /** resolves when all are told; undefined where they are */
  #last: Promise<void> | undefined

  constructor(target: MessageTarget, delays: Delays, onInternalError: (error: unknown) => void) {
    this.#target = target
    this.#delays = delays
    this.#onInternalError = onInternalError
  }

  /** Whether there is something still to be told. */
  get isTelling(): boolean {
    return this.#last !== undefined
  }

  /** In the order of calls: what befalls one may not be known at once, and those behind it wait. */
  tell(notification: Notification): void {
    if (this.#last === undefined && this.#target.endpoint.faults === undefined) {
      this.#target.send(notify(notification))
      return
    }
    const told = (this.#last ?? Promise.resolve())
      .then(() => this.#tell(notification))
      .catch(this.#onInternalError)
      .then(() => {
        if (this.#last === told) this.#last = undefined
      })
    this.#last = told
  }

  async #tell(notification: Notification): Promise<void> {
    const { endpoint } = this.#target
    const { faults } = endpoint
    if (faults === undefined) return this.#target.send(notify(notification))
    const { message, delivery } = await notificationAmiss(faults, endpoint, notification)
    if (delivery === undefined) return this.#target.send(message)
    // What comes late is overtaken.
    deliverMessage(this.#target, delivery, message, this.#delays).catch(this.#onInternalError)
  }
}
