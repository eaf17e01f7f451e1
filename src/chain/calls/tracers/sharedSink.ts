import type { JsonSink } from './jsonSink.ts'

/**
 * A sink that several tracers write to, one after another. What they announce counts together, because each of them
 * collects it until all have ended.
 */
export class SharedSink {
  readonly json: JsonSink
  /** in bytes: what all tracers have announced */
  #announced = 0

  constructor(json: JsonSink) {
    this.json = json
  }

  /** The sink of one tracer, which announces everything that it has collected so far. */
  part(): JsonSink {
    const { json } = this
    let own = 0
    return {
      add: (part) => json.add(part),
      reserve: () => json.reserve(),
      requireSpace: (bytes) => {
        this.#announced += bytes - own
        own = bytes
        json.requireSpace(this.#announced)
      },
    }
  }
}
