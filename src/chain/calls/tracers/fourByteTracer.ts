import { toHex } from '../../../primitives/hex.ts'
import type { EnteredFrame, StartedTransaction } from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'

const CALLS: ReadonlySet<string> = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])

/** Counts the selectors of calls, with the sizes of their arguments (geth, eth/tracers/native/4byte.go). */
export class FourByteTracer implements Tracer {
  readonly #json: JsonSink
  readonly #counts = new Map<string, number>()
  #precompiles: StartedTransaction['precompiles'] | undefined

  constructor(json: JsonSink) {
    this.#json = json
  }

  txStart({ precompiles }: StartedTransaction): void {
    this.#precompiles = precompiles
  }

  enter({ type, to, input }: EnteredFrame): void {
    if (input.length < 4 || !CALLS.has(type)) return
    if (this.#precompiles?.has(toHex(to).slice(2))) return
    const id = `${toHex(input.subarray(0, 4))}-${input.length - 4}`
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1)
    this.#json.requireSpace(16 * this.#counts.size)
  }

  finish(): void {
    this.#json.add(JSON.stringify(Object.fromEntries([...this.#counts].sort(byKey))))
  }
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
