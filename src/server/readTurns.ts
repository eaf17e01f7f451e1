/** How much is read in one round of the event loop. The unit of cost is the time to read one byte, about 1 ns. */
const ROUND_COST_MAX = 2 * 1024 * 1024

/** A connection that costs this much in one turn waits for its next one. */
export const TURN_COST = 32 * 1024

/** How many connections may continue to read in each round of the event loop; Node reads 64 KiB of each at once. */
const GRANTS = 32

/** The cost of a chunk of a body, in addition to its bytes: clients may send chunks of one byte. */
export const CHUNK_COST = 1024

/** The cost of a message, in addition to its bytes. */
export const MESSAGE_COST = 4 * 1024

/** A connection whose client sends a lot. */
export interface Reader {
  /** stops reading */
  pause(): unknown
  resume(): unknown
}

/**
 * Lets the connections of clients that send a lot read in turns. In each round of the event loop, Node reads up to 2 MB
 * from each socket, so a hundred clients that send at full speed would leave little time for others. Here the server reads
 * a little from each, and pauses the connection until all others have had their turn.
 */
export class ReadTurns {
  /** in the order of their turns */
  readonly #waiting = new Set<Reader>()
  /** those whose turn it is */
  readonly #reading = new Set<Reader>()
  /** those whose turn began, but not before others had read the limit of the round */
  readonly #interrupted = new Set<Reader>()
  #cost = 0
  #isScheduled = false

  /** Counts what was read in this round. At the limit, the connections whose turn it is pause until the next round. */
  spend(cost: number): void {
    this.#cost += cost
    if (!this.isOver) return
    for (const reader of this.#reading) {
      reader.pause()
      this.#interrupted.add(reader)
    }
    this.#reading.clear()
    this.#schedule()
  }

  /** Whether this round has read its limit: what was read beyond it waits for the next one. */
  get isOver(): boolean {
    return this.#cost >= ROUND_COST_MAX
  }

  /** Ends the turn of a connection, and pauses it until its next one. */
  wait(reader: Reader): void {
    if (this.#waiting.has(reader)) return
    // One that is interrupted is paused already.
    if (!this.#interrupted.delete(reader)) reader.pause()
    this.#reading.delete(reader)
    this.#waiting.add(reader)
    this.#schedule()
  }

  /** Whether a connection waits for its turn. */
  isWaiting(reader: Reader): boolean {
    return this.#waiting.has(reader) || this.#interrupted.has(reader)
  }

  /** Call this when a connection is closed, or its request is complete. */
  remove(reader: Reader): void {
    this.#reading.delete(reader)
    if (this.#waiting.delete(reader) || this.#interrupted.delete(reader)) reader.resume()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#nextRound)
  }

  readonly #nextRound = (): void => {
    this.#cost = 0
    // The system decides which of the connections reads first. Beside one that always does, and reads a lot, the
    // others would never have a turn, so those that were interrupted have a round without it.
    const next = this.#interrupted.size > 0 ? this.#interrupted : this.#waiting
    let grants = GRANTS
    for (const reader of next) {
      if (this.isOver || grants-- === 0) break
      next.delete(reader)
      this.#reading.add(reader)
      reader.resume()
    }
    this.#isScheduled = false
    if (this.#waiting.size + this.#interrupted.size > 0) this.#schedule()
  }
}
