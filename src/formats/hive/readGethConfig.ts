import {
  type ForkName,
  type ForkPoint,
  type ForkSchedule,
  forkNames,
  isScheduledByTime,
} from '../../chain/protocol/forks.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { GenesisFields } from './genesisFields.ts'
import { blobSchedule, forkKeys, optionalForks } from './gethConfig.ts'

const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`

/** Keys that name a fork in another way, and are looked at by themselves. */
const OTHER_FORK_KEYS = new Set(['eip155Block', 'daoForkBlock', ...Object.values(forkKeys)])

/**
 * Reads geth's chain configuration.
 *
 * @param mergedWith number of the first block above genesis without a difficulty, if the chain has one. geth recognizes
 *   the merge by it; `mergeNetsplitBlock` counts only where no block shows it.
 * @throws {FixtureError}
 */
export function readGethConfig(
  config: GenesisFields,
  genesisTimestamp: number,
  mergedWith: number | undefined,
): Rules {
  requireKnownRules(config)
  requireKnownBlobSchedule(config)
  const chainId = config.safeInteger('chainId')
  if (chainId === undefined || chainId === 0) {
    return config.refuse('chainId', 'it is absent, or 0')
  }
  return {
    chainId,
    genesisTimestamp,
    forks: readForks(config, mergeBlockOf(config, genesisTimestamp, mergedWith)),
    // The zero address is geth's default, and not mainnet's contract.
    depositContract: config.data('depositContractAddress', 20) ?? ZERO_ADDRESS,
  }
}

function readForks(config: GenesisFields, mergeBlock: number | undefined): ForkSchedule {
  const schedule: { name: ForkName; at: ForkPoint }[] = [{ name: 'chainstart', at: { block: 0 } }]
  let before: { name: ForkName; at: ForkPoint | undefined } | undefined
  for (const name of forkNames.slice(1)) {
    const at = forkPoint(config, name, mergeBlock)
    if (at !== undefined) schedule.push({ name, at })
    // A merge that the chain alone tells of has no place in geth's order.
    if (name === 'paris' && !config.has(forkKeys.paris)) continue
    if (before !== undefined && at !== undefined) requireOrder(config, before, { name, at })
    if (at !== undefined || !optionalForks.has(name)) before = { name, at }
  }
  return schedule
}

function forkPoint(
  config: GenesisFields,
  name: ForkName,
  mergeBlock: number | undefined,
): ForkPoint | undefined {
  if (name === 'paris') return mergeBlock === undefined ? undefined : { block: mergeBlock }
  const value = config.safeInteger(keyOf(name))
  if (value !== undefined) return isScheduledByTime(name) ? { timestamp: value } : { block: value }
  // To geth a chain that does not mention Petersburg has had it since Constantinople.
  if (name === 'petersburg') return forkPoint(config, 'constantinople', mergeBlock)
  return undefined
}

/**
 * Number of the first block of proof of stake. No block above genesis shows whether genesis is one, and its difficulty
 * does not either: hivechain's merged chains begin with one that has some.
 */
function mergeBlockOf(
  config: GenesisFields,
  genesisTimestamp: number,
  mergedWith: number | undefined,
): number | undefined {
  if (config.isZero('terminalTotalDifficulty')) return 0
  const stated = config.safeInteger(forkKeys.paris)
  if (mergedWith === 1 && stated === 0) return 0
  // From London on geth applies forks with a time by that alone, so the header of genesis may have their fields.
  const shanghai = config.safeInteger(forkKeys.shanghai) ?? Number.POSITIVE_INFINITY
  const genesisHasShanghai =
    config.safeInteger(forkKeys.london) === 0 && shanghai <= genesisTimestamp
  return genesisHasShanghai ? 0 : (mergedWith ?? stated)
}

/** What geth refuses in `CheckConfigForkOrder`: a gap, or a fork before an earlier one. */
function requireOrder(
  config: GenesisFields,
  before: { readonly name: ForkName; readonly at: ForkPoint | undefined },
  fork: { readonly name: ForkName; readonly at: ForkPoint },
): void {
  const key = keyOf(fork.name)
  const keyBefore = keyOf(before.name)
  if (before.at === undefined) {
    config.refuse(key, `it is there, but ${keyBefore} is not`)
    return
  }
  // Blocks and times cannot be compared; the schedule is walked in order, so neither needs to be.
  if ('block' in before.at !== 'block' in fork.at) return
  const [earlier, later] = [before.at, fork.at].flatMap(Object.values) as [number, number]
  if (later < earlier) config.refuse(key, `${later} is before ${keyBefore} with ${earlier}`)
}

function requireKnownRules(config: GenesisFields): void {
  for (const name of config.names) {
    const isFork = /(Block|Time)$/.test(name) && config.has(name)
    if (isFork && !OTHER_FORK_KEYS.has(name)) config.refuse(name, 'this fork is not known')
  }
  if (config.has('clique')) config.refuse('clique', 'proof of authority is not supported')
  if (config.has('daoForkBlock') && config.isTrue('daoForkSupport')) {
    // Without support nothing happens at that block, so there is nothing to refuse.
    config.refuse('daoForkBlock', 'the DAO fork, which moved balances of mainnet, is not supported')
  }
  const eip155 = config.safeInteger('eip155Block')
  const eip158 = config.safeInteger('eip158Block')
  if (eip155 !== eip158) {
    config.refuse('eip155Block', `it is ${eip155}, but must be as eip158Block, ${eip158}`)
  }
}

function requireKnownBlobSchedule(config: GenesisFields): void {
  if (!config.has('blobSchedule')) return
  const schedule = config.object('blobSchedule')
  for (const [fork, known] of Object.entries(blobSchedule)) {
    if (!schedule.has(fork)) continue
    const limits = schedule.object(fork)
    for (const [name, value] of Object.entries(known)) {
      const found = limits.safeInteger(name)
      if (found !== value)
        limits.refuse(name, `it is ${found}, but only mainnet's ${value} is known`)
    }
  }
}

function keyOf(name: ForkName): string {
  return forkKeys[name as keyof typeof forkKeys]
}
