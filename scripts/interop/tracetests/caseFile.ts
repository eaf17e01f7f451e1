/** A test case of geth's tracers (eth/tracers/internal/tracetest/testdata). Numbers are decimal or hex. */
export interface CaseFile {
  readonly genesis: {
    readonly alloc: Readonly<Record<string, CaseAccount>>
    readonly config: Readonly<Record<string, unknown>>
    readonly mixHash?: string
    readonly baseFeePerGas?: string | null
    readonly excessBlobGas?: string | null
  }
  readonly context: {
    readonly number: string
    readonly difficulty: string
    readonly timestamp: string
    readonly gasLimit: string
    readonly miner: string
    readonly baseFeePerGas?: string | null
  }
  /** the transaction as it is signed */
  readonly input: string
  readonly tracerConfig?: unknown
  readonly result: unknown
}

interface CaseAccount {
  readonly balance?: string
  readonly nonce?: string
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}
