export type ProviderListener = (value: unknown) => void

/** Those who listen to a provider. Any name may be listened to, for clients do that; most never come. */
export class ProviderListeners {
  readonly #listeners = new Map<string, readonly ProviderListener[]>()

  has(event: string): boolean {
    return this.#listeners.has(event)
  }

  add(event: string, listener: ProviderListener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  /** Ends listening: once, where it was begun more than once. */
  remove(event: string, listener: ProviderListener): void {
    const listeners = this.#listeners.get(event) ?? []
    const place = listeners.lastIndexOf(listener)
    if (place === -1) return
    if (listeners.length === 1) this.#listeners.delete(event)
    else this.#listeners.set(event, listeners.toSpliced(place, 1))
  }

  emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        listener(value)
      } catch (error) {
        // A listener's own error is its own affair, and others are told all the same.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
