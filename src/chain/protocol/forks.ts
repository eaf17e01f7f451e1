/**
 * The protocol upgrades of mainnet, oldest first, by the names that @ethereumjs has for them. The DAO fork is left
 * out: it moved the balances of accounts that no other chain has.
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
] as const

/** A protocol upgrade; `chainstart` is Frontier, `paris` the merge, `bpo1` and `bpo2` change blob limits only. */
export type ForkName = (typeof forkNames)[number]

/** Up to the merge a fork comes with a block, after it with a time in seconds since 1970. */
export type ForkPoint = { readonly block: number } | { readonly timestamp: number }

/** From when on each fork applies, in protocol order. Forks that a chain never sees are left out. */
export type ForkSchedule = readonly { readonly name: ForkName; readonly at: ForkPoint }[]

/** Whether a fork comes after the merge, and so with a time. */
export function isScheduledByTime(fork: ForkName): boolean {
  return forkNames.indexOf(fork) > forkNames.indexOf('paris')
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

/** Whether a fork, or a later one, is in force. */
export function isAtLeast(current: ForkName, fork: ForkName): boolean {
  return forkNames.indexOf(current) >= forkNames.indexOf(fork)
}

/** Number of the first block of proof of stake; undefined where the schedule has no merge. */
export function mergeBlock(schedule: ForkSchedule): number | undefined {
  const merge = schedule.find(({ name }) => name === 'paris')?.at
  return merge !== undefined && 'block' in merge ? merge.block : undefined
}
