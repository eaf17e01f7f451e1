export type ProviderListener = (value: unknown) => void

/** The event listeners of a provider. Any event name is accepted, because clients listen to events that never occur here. */
export class ProviderListeners {
  readonly #listeners = new Map<string, readonly ProviderListener[]>()

  has(event: string): boolean {
    return this.#listeners.has(event)
  }

  add(event: string, listener: ProviderListener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  /** Removes a listener; one that was added several times is removed once. */
  remove(event: string, listener: ProviderListener): void {
    const listeners = this.#listeners.get(event) ?? []
    const index = listeners.lastIndexOf(listener)
    if (index === -1) return
    if (listeners.length === 1) this.#listeners.delete(event)
    else this.#listeners.set(event, listeners.toSpliced(index, 1))
  }

  emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        listener(value)
      } catch (error) {
        // An error in one listener is uncaught, as in an event emitter, but the others are called all the same.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
