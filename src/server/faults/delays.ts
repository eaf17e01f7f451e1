import type { Socket } from 'node:net'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { TIMER_MS_MAX, type Timers } from '../../primitives/timers.ts'

/**
 * The delays of late replies. A delay ends early when its client disconnects, and when its endpoint or the server
 * closes: then pending replies are sent at once.
 */
export class Delays {
  /** the functions that end each delay, by endpoint and by connection */
  readonly #ends = new Map<object, Set<() => void>>()
  /** the connections that have a close listener */
  readonly #watched = new WeakSet<Socket>()
  readonly #timers: Timers
  #isOver = false

  constructor(timers: Timers = globalThis) {
    this.#timers = timers
  }

  /** @param connection on which the reply is sent; undefined in the same process */
  wait(milliseconds: number, endpoint: Endpoint, connection?: Socket): Promise<void> {
    if (this.#isOver || endpoint.isClosed || connection?.destroyed) return Promise.resolve()
    endpoint.activity.begin('delays')
    return new Promise((resolve) => {
      const timer = this.#timers.setTimeout(() => end(), Math.min(milliseconds, TIMER_MS_MAX))
      const end = () => {
        this.#timers.clearTimeout(timer)
        this.#remove(endpoint, end)
        if (connection !== undefined) this.#remove(connection, end)
        endpoint.activity.end('delays')
        resolve()
      }
      this.#add(endpoint, end)
      if (connection === undefined) return
      this.#add(connection, end)
      this.#watch(connection)
    })
  }

  /** Ends the delays of an endpoint, or of a connection. */
  endOf(owner: object): void {
    for (const end of [...(this.#ends.get(owner) ?? [])]) end()
  }

  /** Ends all delays, including future ones. */
  endAll(): void {
    this.#isOver = true
    for (const owner of [...this.#ends.keys()]) this.endOf(owner)
  }

  #watch(connection: Socket): void {
    if (this.#watched.has(connection)) return
    this.#watched.add(connection)
    connection.once('close', () => this.endOf(connection))
  }

  #add(owner: object, end: () => void): void {
    const ends = this.#ends.get(owner) ?? new Set()
    this.#ends.set(owner, ends.add(end))
  }

  #remove(owner: object, end: () => void): void {
    const ends = this.#ends.get(owner)
    ends?.delete(end)
    if (ends?.size === 0) this.#ends.delete(owner)
  }
}
