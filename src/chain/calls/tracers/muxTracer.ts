import type { MessageResult } from '../applyMessage.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import type {
  EnteredFrame,
  ExitedFrame,
  StartedTransaction,
  TracedLog,
  TracedOperation,
} from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'

/** Runs several tracers at once (geth, eth/tracers/native/mux.go). */
export class MuxTracer implements Tracer {
  readonly #json: JsonSink
  readonly #named: readonly (readonly [name: string, tracer: Tracer])[]
  readonly #tracers: readonly Tracer[]

  /** @param named tracers that write their results only at the end */
  constructor(named: readonly (readonly [name: string, tracer: Tracer])[], json: JsonSink) {
    this.#json = json
    this.#named = [...named].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#tracers = named.map(([, tracer]) => tracer)
  }

  txStart(transaction: StartedTransaction): void {
    for (const tracer of this.#tracers) tracer.txStart?.(transaction)
  }

  txEnd(result: MessageResult): void {
    for (const tracer of this.#tracers) tracer.txEnd?.(result)
  }

  enter(frame: EnteredFrame): void {
    for (const tracer of this.#tracers) tracer.enter?.(frame)
  }

  exit(frame: ExitedFrame): void {
    for (const tracer of this.#tracers) tracer.exit?.(frame)
  }

  opcode(operation: TracedOperation): void {
    for (const tracer of this.#tracers) tracer.opcode?.(operation)
  }

  fault(operation: TracedOperation, failure: EvmFailure): void {
    for (const tracer of this.#tracers) tracer.fault?.(operation, failure)
  }

  log(log: TracedLog): void {
    for (const tracer of this.#tracers) tracer.log?.(log)
  }

  finish(): void {
    for (const [index, [name, tracer]] of this.#named.entries()) {
      this.#json.add(`${index === 0 ? '{' : ','}"${name}":`)
      tracer.finish()
    }
    this.#json.add(this.#named.length === 0 ? '{}' : '}')
  }
}
