/** A fork, and the block or the time in seconds at which it begins, as `ommer_explorer` says it. */
export type ForkStart =
  | { readonly name: string; readonly block: number }
  | { readonly name: string; readonly timestamp: number }

/** Names that are more than their identifier with a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  chainstart: 'Frontier',
  tangerineWhistle: 'Tangerine Whistle',
  spuriousDragon: 'Spurious Dragon',
}

/** Forks that change a single number, so that people rather know the one before them. */
const SMALL: Readonly<Record<string, string>> = {
  muirGlacier: 'Muir Glacier',
  arrowGlacier: 'Arrow Glacier',
  grayGlacier: 'Gray Glacier',
  bpo1: 'BPO1',
  bpo2: 'BPO2',
}

/**
 * The name of the fork whose rules a block follows.
 *
 * @param forks in the order in which they begin
 */
export function forkAt(
  forks: readonly ForkStart[],
  { number, timestamp }: { readonly number: number; readonly timestamp: number },
): string {
  const begun = forks.filter((fork) =>
    'block' in fork ? number >= fork.block : timestamp >= fork.timestamp,
  )
  const large = begun.findLast(({ name }) => !(name in SMALL))?.name ?? 'chainstart'
  const small = SMALL[begun.at(-1)?.name ?? '']
  const name = NAMES[large] ?? large.slice(0, 1).toUpperCase() + large.slice(1)
  return small === undefined ? name : `${name} (${small})`
}
