import { type Hex, toHex, toQuantity } from '../../../primitives/hex.ts'
import type { EnteredFrame, ExitedFrame, FrameType } from '../replay/traceHooks.ts'
import { parityMessage } from './parityMessage.ts'
import type { Action, CallType, CreationMethod, Result, Trace, TraceType } from './trace.ts'
import type { TraceParties } from './traceMatcher.ts'

export interface FlatTraceOptions {
  readonly isPrecompile: (address: Uint8Array) => boolean
  /** whether a trace is wanted */
  readonly isWanted: (parties: TraceParties) => boolean
  /** Called before a trace is kept. It throws if the traces become too large. */
  readonly reserve: (bytes: number) => void
}

interface OpenFrame {
  readonly entered: EnteredFrame
  /** undefined for a call to a precompiled contract that Parity leaves out */
  readonly address: readonly number[] | undefined
  /** undefined if it is not wanted */
  readonly trace: Trace | undefined
  subtraces: number
}

/** How many bytes of JSON a trace takes at least, without input and output. */
const TRACE_BYTES = 250

const callTypes: Readonly<Partial<Record<FrameType, CallType>>> = {
  CALL: 'call',
  CALLCODE: 'callcode',
  DELEGATECALL: 'delegatecall',
  STATICCALL: 'staticcall',
}

const creationMethods: Readonly<Partial<Record<FrameType, CreationMethod>>> = {
  CREATE: 'create',
  CREATE2: 'create2',
}

/** Collects the traces of one transaction, in the order in which its frames start. */
export class FlatTraces {
  readonly #options: FlatTraceOptions
  readonly #open: OpenFrame[] = []
  readonly #traces: (Trace | undefined)[] = []

  constructor(options: FlatTraceOptions) {
    this.#options = options
  }

  enter(entered: EnteredFrame): void {
    const parent = this.#open.at(-1)
    const address = this.#isOmitted(entered) ? undefined : addressBelow(parent)
    const trace = address && this.#keep(entered, address)
    this.#open.push({ entered, address, trace, subtraces: 0 })
  }

  exit({ output, gasUsed, failure }: ExitedFrame): void {
    const { entered, trace, subtraces } = this.#open.pop() as OpenFrame
    if (trace === undefined) return
    trace.subtraces = subtraces
    if (failure !== undefined) {
      trace.error = parityMessage(failure.message, this.#options.isPrecompile(entered.to))
    }
    if (trace.type === 'suicide') return
    if (failure !== undefined && failure.kind !== 'reverted') {
      // A failed creation has no address, so a filter finds it only by its creator.
      const isFound = trace.type !== 'create' || this.#isWanted(toHex(entered.from), undefined)
      if (!isFound) this.#traces[this.#traces.lastIndexOf(trace)] = undefined
      return
    }
    this.#options.reserve(2 * output.length)
    trace.result = resultOf(trace.type, entered, output, gasUsed)
  }

  /** The traces of the transaction. Read them after it has ended. */
  get traces(): readonly Trace[] {
    return this.#traces.filter((trace) => trace !== undefined)
  }

  /** As in Parity (executive_tracer.rs), Erigon and Reth. geth leaves out those that transfer ether, too. */
  #isOmitted({ depth, type, to, value = 0n }: EnteredFrame): boolean {
    const isCall = callTypes[type] !== undefined
    return depth > 0 && isCall && value === 0n && this.#options.isPrecompile(to)
  }

  #keep(entered: EnteredFrame, traceAddress: readonly number[]): Trace | undefined {
    const { from, to, input } = entered
    if (!this.#isWanted(toHex(from), toHex(to))) return undefined
    this.#options.reserve(TRACE_BYTES + 2 * input.length + 2 * traceAddress.length)
    const trace: Trace = {
      action: actionOf(entered),
      result: null,
      subtraces: 0,
      traceAddress,
      type: typeOf(entered.type),
    }
    this.#traces.push(trace)
    return trace
  }

  #isWanted(from: Hex, to: Hex | undefined): boolean {
    return this.#options.isWanted({ from, to })
  }
}

/** The address of the next trace in a frame, which it counts. */
function addressBelow(parent: OpenFrame | undefined): readonly number[] {
  return parent === undefined ? [] : [...(parent.address ?? []), parent.subtraces++]
}

function typeOf(type: FrameType): TraceType {
  if (type === 'SELFDESTRUCT') return 'suicide'
  return callTypes[type] === undefined ? 'create' : 'call'
}

function actionOf({ type, from, to, input, gas, value = 0n }: EnteredFrame): Action {
  const callType = callTypes[type]
  const creationMethod = creationMethods[type]
  if (callType === undefined && creationMethod === undefined) {
    return { address: toHex(from), balance: toQuantity(value), refundAddress: toHex(to) }
  }
  const shared = { from: toHex(from), gas: toQuantity(gas), value: toQuantity(value) }
  if (creationMethod !== undefined) return { ...shared, init: toHex(input), creationMethod }
  return { ...shared, callType: callType ?? 'call', input: toHex(input), to: toHex(to) }
}

function resultOf(
  type: TraceType,
  { to }: EnteredFrame,
  output: Uint8Array,
  gasUsed: bigint,
): Result {
  if (type === 'call') return { gasUsed: toQuantity(gasUsed), output: toHex(output) }
  return { address: toHex(to), code: toHex(output), gasUsed: toQuantity(gasUsed) }
}
