/**
 * The protocol upgrades of mainnet, oldest first, by their names in @ethereumjs. The DAO fork is left out: it moved
 * balances of accounts that exist on mainnet only.
 */
export const forkNames = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
  'bpo1',
  'bpo2',
  'amsterdam',
] as const

/** A protocol upgrade; `chainstart` is Frontier, `paris` the merge, `bpo1` and `bpo2` change blob limits only. */
export type ForkName = (typeof forkNames)[number]

/** The forks that mainnet has a time for. */
export const mainnetForkNames: readonly ForkName[] = forkNames.slice(
  0,
  forkNames.indexOf('amsterdam'),
)

/** Forks up to the merge activate with a block, later ones at a time in seconds since 1970. */
export type ForkPoint = { readonly block: number } | { readonly timestamp: number }

/** When each fork activates, in protocol order. Forks that never activate are left out. */
export type ForkSchedule = readonly { readonly name: ForkName; readonly at: ForkPoint }[]

/** A table, because a call compares forks some twenty times. */
const order = Object.fromEntries(forkNames.map((name, index) => [name, index])) as Readonly<
  Record<ForkName, number>
>

/** Whether a fork is later than the merge, and so activates at a time. */
export function isScheduledByTime(fork: ForkName): boolean {
  return order[fork] > order.paris
}

/** The latest fork that applies to a block. */
export function forkAt(schedule: ForkSchedule, number: number, timestamp: number): ForkName {
  let current: ForkName = 'chainstart'
  for (const { name, at } of schedule) {
    const reached = 'block' in at ? number >= at.block : timestamp >= at.timestamp
    if (!reached) break
    current = name
  }
  return current
}

/** Whether the current fork is the given one or a later one. */
export function isAtLeast(current: ForkName, fork: ForkName): boolean {
  return order[current] >= order[fork]
}

/** The number of the first proof-of-stake block; undefined if the schedule has no merge. */
export function mergeBlock(schedule: ForkSchedule): number | undefined {
  const merge = schedule.find(({ name }) => name === 'paris')?.at
  return merge !== undefined && 'block' in merge ? merge.block : undefined
}
