import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The open connections of a server. node:http does not count those that were upgraded to WebSocket. */
export class Connections {
  readonly #max: number
  readonly #admitted = new Set<Socket>()
  /** connections above the limit, until they have received their refusal */
  readonly #refused = new Set<Socket>()
  readonly #upgraded = new WeakSet<Duplex>()

  /** @param max how many are admitted at a time */
  constructor(max: number) {
    this.#max = max
  }

  /** How many are admitted, those of WebSocket clients included. */
  get admittedCount(): number {
    return this.#admitted.size
  }

  /** How many are open. */
  get count(): number {
    return this.#admitted.size + this.#refused.size
  }

  /** Does nothing for a connection that was added before. */
  add(socket: Socket): void {
    if (this.#admitted.has(socket) || this.#refused.has(socket)) return
    const group = this.#admitted.size < this.#max ? this.#admitted : this.#refused
    group.add(socket)
    socket.once('close', () => group.delete(socket))
  }

  /** Whether a connection is above the limit. */
  isRefused(socket: Duplex): boolean {
    return this.#refused.has(socket as Socket)
  }

  markUpgraded(socket: Duplex): void {
    this.#upgraded.add(socket)
  }

  /** Whether a connection was upgraded to WebSocket, whose handler closes it. */
  isUpgraded(socket: Duplex): boolean {
    return this.#upgraded.has(socket)
  }

  /** Resolves when none is open. */
  async whenClosed(): Promise<void> {
    for (const socket of this) await new Promise((resolve) => socket.once('close', resolve))
  }

  /** Every open connection. */
  *[Symbol.iterator](): Iterator<Socket> {
    yield* this.#admitted
    yield* this.#refused
  }
}
