import { shortError } from './expected/gethFrames.ts'
import type { Row } from './rows.ts'

/** A block as SQD's processor gives it; `projects/subsquid/run.cjs` chooses the members. */
export interface SquidBlock {
  readonly header: Row & { readonly height: number }
  readonly transactions: readonly Row[]
  readonly logs: readonly Row[]
  readonly traces: readonly (Row & {
    readonly type: string
    readonly traceAddress: readonly number[]
    readonly action?: Row
    readonly result?: Row
  })[]
  readonly stateDiffs: readonly SquidDiff[]
}

interface SquidDiff extends Row {
  readonly transactionIndex: number
  readonly address: string
  readonly key: string
  readonly prev?: string
  readonly next?: string
}

/** Traces with the members of their action and of their result beside the others. */
export function plainTraces({ traces }: SquidBlock): Row[] {
  return traces.map(({ action, result, traceAddress, ...trace }) => ({
    ...trace,
    ...action,
    ...result,
    error: shortError(trace.error),
    path: traceAddress.join(),
  }))
}

/**
 * Changes of state. What becomes zero or empty is left out, because the processor loses it when it reads geth's
 * prestateTracer.
 */
export function plainDiffs({ stateDiffs }: SquidBlock): Row[] {
  return stateDiffs
    .filter(({ key, next, prev }) => !isEmpty(key, next) && plain(key, prev) !== plain(key, next))
    .map(({ key, transactionIndex, address, prev, next }) => ({
      transactionIndex,
      address,
      key,
      prev: plain(key, prev),
      next: plain(key, next),
    }))
}

function isEmpty(key: string, value: string | undefined): boolean {
  return plain(key, value) === (key === 'code' ? '0x' : '0')
}

function plain(key: string, value: string | undefined): string {
  return key === 'code' ? (value ?? '0x') : `${BigInt(value ?? 0)}`
}
