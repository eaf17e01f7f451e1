/** The most rounds of the event loop that a slice waits. */
const ROUNDS_MAX = 64

/** how many connections were accepted in this round of the event loop and the one before */
let recent = 0

/** A server reports each connection that it accepts. */
export function reportConnection(): void {
  recent++
  // Runs in the next round, after libuv has accepted that round's connection.
  setImmediate(() => setImmediate(() => recent--))
}

/**
 * Delays time slices while a server accepts connections: libuv accepts one in each round of the event loop (since 1.45), so
 * without this the last of 100 connections that arrive at once would wait for 100 slices.
 */
export class SliceGate {
  #rounds = 0

  /** Whether a slice may begin. Call this once in each round of the event loop until it returns true. */
  mayBegin(): boolean {
    if (recent > 0 && ++this.#rounds <= ROUNDS_MAX) return false
    this.#rounds = 0
    return true
  }
}
