import { toHex } from '../../../primitives/hex.ts'
import { authorityOf } from '../../execution/authority.ts'
import type { EvmFailure } from '../failures/evmFailure.ts'
import type {
  EnteredFrame,
  ExitedFrame,
  StartedTransaction,
  TracedOperation,
  TraceHooks,
} from '../replay/traceHooks.ts'
import { FlatTraces } from './flatTraces.ts'
import { type StateDiff, stateDiff } from './stateDiff.ts'
import { TouchedAccounts } from './touchedAccounts.ts'
import type { Trace } from './trace.ts'
import type { TraceParties } from './traceMatcher.ts'
import type { TypesWanted } from './typesWanted.ts'
import { type VmTrace, VmTraces } from './vmTraces.ts'

export interface ParityTracerOptions {
  readonly types: TypesWanted
  /** whether a trace is wanted */
  readonly isWanted: (parties: TraceParties) => boolean
  /** Called before something is kept. It throws if that becomes too large. */
  readonly reserve: (bytes: number) => void
}

/** Observes one transaction, and writes its traces in Parity's format. */
export class ParityTracer implements TraceHooks {
  readonly #options: ParityTracerOptions
  #flat: FlatTraces | undefined
  #vm: VmTraces | undefined
  #touched: TouchedAccounts | undefined
  #stateDiff: StateDiff | undefined
  /** undefined unless needed, because reporting each operation takes time */
  readonly opcode?: (operation: TracedOperation) => void

  constructor(options: ParityTracerOptions) {
    this.#options = options
    const { types } = options
    if (types.vmTrace || types.stateDiff) {
      this.opcode = (operation) => {
        this.#vm?.opcode(operation)
        this.#touched?.opcode(operation)
      }
    }
  }

  txStart({ message, block, chainId, state, precompiles }: StartedTransaction): void {
    const { types, isWanted, reserve } = this.#options
    const isPrecompile = (address: Uint8Array) => precompiles.has(toHex(address).slice(2))
    if (types.trace) this.#flat = new FlatTraces({ isPrecompile, isWanted, reserve })
    if (types.vmTrace) this.#vm = new VmTraces(state, reserve)
    if (!types.stateDiff) return
    this.#touched = new TouchedAccounts(state, reserve)
    this.#touched.touch(message.from)
    this.#touched.touch(block.coinbase)
    for (const authorization of message.authorizationList ?? []) {
      const authority = authorityOf(authorization, chainId)
      if (authority !== undefined) this.#touched.touch(authority)
    }
  }

  enter(frame: EnteredFrame): void {
    this.#flat?.enter(frame)
    this.#vm?.enter(frame)
    this.#touched?.enter(frame)
  }

  exit(frame: ExitedFrame): void {
    this.#flat?.exit(frame)
    this.#vm?.exit()
  }

  fault(_operation: TracedOperation, failure: EvmFailure): void {
    this.#vm?.fault(failure)
  }

  txEnd(): void {
    if (this.#touched !== undefined) this.#stateDiff = stateDiff(this.#touched.compare())
  }

  get traces(): readonly Trace[] {
    return this.#flat?.traces ?? []
  }

  /** undefined unless requested */
  get vmTrace(): VmTrace | undefined {
    return this.#vm?.trace
  }

  /** undefined unless requested */
  get stateDiff(): StateDiff | undefined {
    return this.#stateDiff
  }
}
