import { type ForkName, forkNames } from '../../src/chain/protocol/forks.ts'
import type { ChainSpec } from '../../src/index.ts'

/** A schedule of all forks from one on, so that a short chain has blocks of each. */
export function forksFrom(first: ForkName, blocksApart: number): NonNullable<ChainSpec['forks']> {
  const names = forkNames.slice(forkNames.indexOf(first))
  return Object.fromEntries(names.map((name, index) => [name, blocksApart * index]))
}
