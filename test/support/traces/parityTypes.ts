import type { Hex } from '../../../src/primitives/hex.ts'

// What clients read, written down anew: tests must not take it from what they test.

export interface FlatTrace {
  readonly type: 'call' | 'create' | 'suicide' | 'reward'
  readonly action: Readonly<Record<string, Hex>>
  readonly result: Readonly<Record<string, Hex>> | null
  readonly error?: string
  readonly subtraces: number
  readonly traceAddress: readonly number[]
  readonly blockHash?: Hex
  readonly blockNumber?: number
  readonly transactionHash?: Hex
  readonly transactionPosition?: number
}

export type Change =
  | '='
  | { readonly '+': Hex }
  | { readonly '-': Hex }
  | { readonly '*': { readonly from: Hex; readonly to: Hex } }

interface ChangedAccount {
  readonly balance: Change
  readonly nonce: Change
  readonly code: Change
  readonly storage: Readonly<Record<Hex, Change>>
}

export interface Operation {
  readonly pc: number
  readonly op: string
  readonly cost: number
  readonly ex: {
    readonly used: number
    readonly push: readonly Hex[]
    readonly mem: { readonly off: number; readonly data: Hex } | null
    readonly store: { readonly key: Hex; readonly val: Hex } | null
  } | null
  readonly sub: Operations | null
}

export interface Operations {
  readonly code: Hex
  readonly ops: readonly Operation[]
}

export interface Replayed {
  readonly output: Hex
  readonly trace: readonly FlatTrace[]
  readonly stateDiff: Readonly<Record<Hex, ChangedAccount>> | null
  readonly vmTrace: Operations | null
  readonly transactionHash?: Hex
}
