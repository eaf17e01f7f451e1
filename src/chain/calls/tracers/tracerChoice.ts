// Apart from the tracers, because the declarations of the package refer to it, and must not refer to those of the EVM.

/** Which tracer observes a transaction; a value that can be sent to a worker thread. */
export type TracerChoice =
  | { readonly name: 'structLogger'; readonly options: StructLogOptions }
  /** for what ommer tells people; clients cannot name it */
  | { readonly name: 'report' }
  | NamedTracer

/** A tracer that a client names. */
export type NamedTracer =
  | { readonly name: 'callTracer'; readonly options: CallTracerOptions }
  | { readonly name: 'flatCallTracer'; readonly options: FlatCallTracerOptions }
  | { readonly name: 'prestateTracer'; readonly options: PrestateTracerOptions }
  | { readonly name: 'erc7562Tracer'; readonly options: Erc7562TracerOptions }
  | { readonly name: '4byteTracer' | 'noopTracer' | 'keccak256PreimageTracer' }
  | { readonly name: 'muxTracer'; readonly tracers: readonly NamedTracer[] }

/** Options of geth's struct logger (eth/tracers/logger, Config). */
export interface StructLogOptions {
  readonly enableMemory: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
  readonly enableReturnData: boolean
  /** in bytes: no more operations are listed when those listed take more; 0 for no limit */
  readonly limit: number
}

export interface CallTracerOptions {
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

export interface FlatCallTracerOptions {
  /** whether errors are worded as in Parity */
  readonly convertParityErrors: boolean
  /** whether calls of precompiled contracts are listed */
  readonly includePrecompiles: boolean
}

/** What the prestate tracer lists. */
export interface PrestateTracerOptions {
  /** whether only what changes is listed, with the values after the transaction */
  readonly diffMode: boolean
  readonly disableCode: boolean
  readonly disableStorage: boolean
  /** whether accounts are listed that did not exist */
  readonly includeEmpty: boolean
}

export interface Erc7562TracerOptions {
  /** opcodes that are not counted */
  readonly ignoredOpcodes: readonly number[]
  readonly withLog: boolean
}
