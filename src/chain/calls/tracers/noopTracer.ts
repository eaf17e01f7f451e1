import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'

/** Observes nothing (geth, eth/tracers/native/noop.go). */
export class NoopTracer implements Tracer {
  readonly #json: JsonSink

  constructor(json: JsonSink) {
    this.#json = json
  }

  finish(): void {
    this.#json.add('{}')
  }
}
