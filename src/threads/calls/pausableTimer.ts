/** Calls a function once it has run for a time. It keeps no process alive. */
export class PausableTimer {
  readonly #callback: () => void
  #leftMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(milliseconds: number, callback: () => void) {
    this.#leftMs = milliseconds
    this.#callback = callback
    this.resume()
  }

  pause(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#leftMs -= performance.now() - this.#startedAt
  }

  resume(): void {
    if (this.#isStopped) return
    this.#startedAt = performance.now()
    this.#timer = setTimeout(this.#callback, Math.max(0, this.#leftMs)).unref()
  }

  /** For ever. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }
}
