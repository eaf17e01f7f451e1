import type { Hex } from '../../../primitives/hex.ts'

/** Which traces `trace_filter` wants. An undefined set matches every address. */
export interface TraceAddresses {
  readonly from: ReadonlySet<Hex> | undefined
  readonly to: ReadonlySet<Hex> | undefined
  /** `union`: one set has to match, as in Erigon and Reth; `intersection`: both have to, as in OpenEthereum */
  readonly mode: 'union' | 'intersection'
}

/** The addresses by which a trace is found. */
export interface TraceParties {
  /** the caller, the creator, or the contract that destroys itself; undefined for a reward */
  readonly from: Hex | undefined
  /** the callee, the new contract, or who receives ether; undefined for a contract that was not created */
  readonly to: Hex | undefined
}

export function matchesTrace(wanted: TraceAddresses, { from, to }: TraceParties): boolean {
  const matchesFrom = wanted.from === undefined || (from !== undefined && wanted.from.has(from))
  const matchesTo = wanted.to === undefined || (to !== undefined && wanted.to.has(to))
  const needsBoth =
    wanted.mode === 'intersection' || wanted.from === undefined || wanted.to === undefined
  return needsBoth ? matchesFrom && matchesTo : matchesFrom || matchesTo
}
