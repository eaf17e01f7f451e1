import { toHex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { TracedOperation } from '../replay/traceHooks.ts'
import type { JsonSink } from './jsonSink.ts'
import { paddedMemory } from './paddedMemory.ts'
import type { Tracer } from './tracer.ts'

const KECCAK256 = 0x20

/** Lists what KECCAK256 hashed (geth, eth/tracers/native/keccak256_preimage.go). */
export class PreimageTracer implements Tracer {
  readonly #json: JsonSink
  /** by hash, both in hex */
  readonly #preimages = new Map<string, string>()
  #bytes = 0

  constructor(json: JsonSink) {
    this.#json = json
  }

  opcode(operation: TracedOperation): void {
    if (operation.opcode !== KECCAK256 || operation.stackLength < 2) return
    const preimage = paddedMemory(operation.memory(), operation.peek(0), operation.peek(1))
    if (preimage === undefined) return
    const hash = toHex(keccak256(preimage))
    if (this.#preimages.has(hash)) return
    this.#bytes += 72 + 2 * preimage.length
    this.#json.requireSpace(this.#bytes)
    this.#preimages.set(hash, toHex(preimage))
  }

  finish(): void {
    const sorted = [...this.#preimages].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#json.add(JSON.stringify(Object.fromEntries(sorted)))
  }
}
