import { type Hex, toHex, toQuantity } from '../../../primitives/hex.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import { opcodeName } from '../failures/opcodeName.ts'
import { codeOfFrame } from '../replay/codeOfFrame.ts'
import type { EnteredFrame, TracedOperation, TraceState } from '../replay/traceHooks.ts'
import { itemAt, type MemoryRegion, memoryWritten, pushedItems } from './stepEffects.ts'

/** The operations of a frame (OpenEthereum, VMTrace). */
export interface VmTrace {
  readonly code: Hex
  readonly ops: VmOperation[]
}

interface VmOperation {
  /** in gas, with what it passes on to a call */
  readonly cost: number
  /** null if it failed */
  ex: ExecutedOperation | null
  /** name of the opcode, which Erigon and Reth add */
  readonly op: string
  readonly pc: number
  /** of the frame that it opened */
  sub: VmTrace | null
}

interface ExecutedOperation {
  /** the memory that it wrote, or that MLOAD read; null if none */
  readonly mem: { readonly data: Hex; readonly off: number } | null
  /** QUANTITY each: the items that it left on the stack, the top last; for DUP and SWAP from the lowest that they use */
  readonly push: readonly Hex[]
  readonly store: { readonly key: Hex; readonly val: Hex } | null
  /** the gas that is left after it */
  readonly used: number
}

interface OpenFrame {
  readonly trace: VmTrace
  /** the operation that runs */
  pending: PendingOperation | undefined
}

interface PendingOperation {
  readonly operation: VmOperation
  readonly opcode: number
  /** the gas that is left if the frame ends with it */
  readonly gasLeft: bigint
  readonly written: MemoryRegion | undefined
  readonly store: ExecutedOperation['store']
}

/** How many bytes of JSON an operation takes at least. */
const OPERATION_BYTES = 80

const SSTORE = 0x55

/** Collects the operations of one transaction. */
export class VmTraces {
  readonly #state: TraceState
  readonly #reserve: (bytes: number) => void
  /** undefined for SELFDESTRUCT, which runs no code */
  readonly #open: (OpenFrame | undefined)[] = []
  #outermost: VmTrace | undefined

  /** @param reserve is called before something is kept; it throws if the trace becomes too large */
  constructor(state: TraceState, reserve: (bytes: number) => void) {
    this.#state = state
    this.#reserve = reserve
  }

  /** Of the transaction itself; undefined before it has begun. */
  get trace(): VmTrace | undefined {
    return this.#outermost
  }

  enter(frame: EnteredFrame): void {
    if (frame.type === 'SELFDESTRUCT') {
      this.#open.push(undefined)
      return
    }
    const code = codeOfFrame(frame, this.#state)
    this.#reserve(2 * code.length + OPERATION_BYTES)
    const trace: VmTrace = { code: toHex(code), ops: [] }
    const pending = this.#open.at(-1)?.pending
    if (pending !== undefined) pending.operation.sub = trace
    this.#outermost ??= trace
    this.#open.push({ trace, pending: undefined })
  }

  /** An operation of the innermost frame begins, so the one before it is complete. */
  opcode(begun: TracedOperation): void {
    const frame = this.#open.at(-1)
    if (frame === undefined) return
    const { pc, opcode, gas, cost, failure } = begun
    const { pending } = frame
    if (pending !== undefined) {
      const items = Array.from({ length: pushedItems(pending.opcode) }, (_, at) => begun.peek(at))
      this.#complete(pending, gas, items, begun)
    }
    this.#reserve(OPERATION_BYTES)
    const operation = { cost: Number(cost), ex: null, op: opcodeName(opcode), pc, sub: null }
    frame.trace.ops.push(operation)
    const isStore = opcode === SSTORE
    const [key, val] = isStore ? [itemAt(begun, 0), itemAt(begun, 1)] : []
    const isWhole = key !== undefined && val !== undefined
    frame.pending =
      failure === undefined
        ? {
            operation,
            opcode,
            gasLeft: gas - cost,
            written: memoryWritten(begun),
            store: isWhole ? { key: toQuantity(key), val: toQuantity(val) } : null,
          }
        : undefined
  }

  /** The operation that began last has failed. After REVERT it counts as run: only its frame fails. */
  fault(failure: EvmFailure): void {
    const frame = this.#open.at(-1)
    if (frame !== undefined && failure.kind !== 'reverted') frame.pending = undefined
  }

  exit(): void {
    const pending = this.#open.pop()?.pending
    // The last operation of a frame writes neither the stack nor memory.
    if (pending !== undefined) this.#complete(pending, pending.gasLeft, [], undefined)
  }

  /**
   * @param gas that is left
   * @param items the topmost first
   * @param next the operation after it
   */
  #complete(
    { operation, written, store }: PendingOperation,
    gas: bigint,
    items: readonly bigint[],
    next: TracedOperation | undefined,
  ): void {
    const mem = next && written && this.#memory(written, next)
    this.#reserve(5 * items.length)
    const push = items.map(toQuantity).toReversed()
    operation.ex = { mem: mem ?? null, push, store, used: Number(gas) }
  }

  #memory({ offset, length }: MemoryRegion, next: TracedOperation): ExecutedOperation['mem'] {
    this.#reserve(2 * length)
    return { data: toHex(next.memory().subarray(offset, offset + length)), off: offset }
  }
}
