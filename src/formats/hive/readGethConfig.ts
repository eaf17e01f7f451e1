import { blobSchedule } from '../../chain/protocol/blobGas.ts'
import {
  type ForkName,
  type ForkPoint,
  type ForkSchedule,
  forkNames,
  isScheduledByTime,
} from '../../chain/protocol/forks.ts'
import type { MissingRules, Rules } from '../../chain/protocol/rules.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { GenesisFields } from './genesisFields.ts'
import { forkKeys, optionalForks } from './gethConfig.ts'

const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`

/** The fields that geth has for block numbers; it ignores others. */
const BLOCK_KEYS = [
  'eip155Block',
  'daoForkBlock',
  ...Object.values(forkKeys).filter((key) => key.endsWith('Block')),
]

/** Forks of geth that ommer does not have. */
const MISSING_FORKS = ['bogota', 'bpo3', 'bpo4', 'bpo5']

/**
 * Reads geth's chain configuration.
 *
 * @param mergedWith number of the first block above genesis without difficulty, if the chain has one. geth recognizes
 *   the merge by it; `mergeNetsplitBlock` counts only if there is no such block.
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
    return config.refuse('chainId', 'it is missing, or 0')
  }
  const { forks, last } = readForks(config, mergeBlockOf(config, genesisTimestamp, mergedWith))
  const missing = [...missingForks(config, last, genesisTimestamp), ...missingRules(config)]
  requireMergeAfterLondon(config, forks)
  return {
    chainId,
    genesisTimestamp,
    forks,
    ...forkIdBlocksOf(config, forks),
    ...(missing.length > 0 && { missing }),
    // The zero address is geth's default, and not mainnet's contract.
    depositContract: config.data('depositContractAddress', 20) ?? ZERO_ADDRESS,
  }
}

/** A fork, for its place in geth's order. */
interface OrderedFork {
  readonly key: string
  readonly at: ForkPoint | undefined
}

/** @returns also the last one of those that the configuration has or must have */
function readForks(
  config: GenesisFields,
  mergeBlock: number | undefined,
): { readonly forks: ForkSchedule; readonly last: OrderedFork | undefined } {
  const schedule: { name: ForkName; at: ForkPoint }[] = [{ name: 'chainstart', at: { block: 0 } }]
  let before: OrderedFork | undefined
  for (const name of forkNames.slice(1)) {
    const at = forkPoint(config, name, mergeBlock)
    if (at !== undefined) schedule.push({ name, at })
    // geth does not check the order of a merge that only the blocks show.
    if (name === 'paris' && !config.has(forkKeys.paris)) continue
    const key = keyOf(name)
    if (at !== undefined) requireOrder(config, before, key, at)
    if (at !== undefined || !optionalForks.has(name)) before = { key, at }
  }
  return { forks: schedule, last: before }
}

function forkPoint(
  config: GenesisFields,
  name: ForkName,
  mergeBlock: number | undefined,
): ForkPoint | undefined {
  if (name === 'paris') return mergeBlock === undefined ? undefined : { block: mergeBlock }
  const value = config.forkPoint(keyOf(name))
  if (value !== undefined) return isScheduledByTime(name) ? { timestamp: value } : { block: value }
  // Like geth: without a field for Petersburg, it is activated together with Constantinople.
  if (name === 'petersburg') return forkPoint(config, 'constantinople', mergeBlock)
  return undefined
}

/**
 * Number of the first block of proof of stake. The blocks above genesis do not show whether genesis is one, and its
 * difficulty does not either: in hivechain's merged chains genesis has some.
 */
function mergeBlockOf(
  config: GenesisFields,
  genesisTimestamp: number,
  mergedWith: number | undefined,
): number | undefined {
  if (config.isZero('terminalTotalDifficulty')) return 0
  const stated = config.forkPoint(forkKeys.paris)
  if (mergedWith === 1 && stated === 0) return 0
  // From London on, geth activates forks with a time by the time alone, so genesis may have the fields of Shanghai.
  const shanghai = config.forkPoint(forkKeys.shanghai) ?? Number.POSITIVE_INFINITY
  const genesisHasShanghai = config.forkPoint(forkKeys.london) === 0 && shanghai <= genesisTimestamp
  return genesisHasShanghai ? 0 : (mergedWith ?? stated)
}

/** Like geth's `CheckConfigForkOrder`, refuses a gap, and a fork before an earlier one. */
function requireOrder(
  config: GenesisFields,
  before: OrderedFork | undefined,
  key: string,
  at: ForkPoint,
): void {
  if (before === undefined) return
  if (before.at === undefined) {
    config.refuse(key, `it is set, but ${before.key} is not`)
    return
  }
  // A block and a time cannot be compared.
  if ('block' in before.at !== 'block' in at) return
  const [earlier, later] = [before.at, at].flatMap(Object.values) as [number, number]
  if (later < earlier) config.refuse(key, `${later} is before ${before.key} with ${earlier}`)
}

/** geth starts such a chain, whose blocks without base fee no consensus client accepts. */
function requireMergeAfterLondon(config: GenesisFields, forks: ForkSchedule): void {
  const [paris, london] = ['paris', 'london'].map((fork) => {
    const at = forks.find(({ name }) => name === fork)?.at
    return at !== undefined && 'block' in at ? at.block : Number.POSITIVE_INFINITY
  }) as [number, number]
  if (paris < london) config.refuse('londonBlock', 'proof of stake before London is not supported')
}

/** The blocks in geth's fork ids, where they are not those of the forks. */
function forkIdBlocksOf(config: GenesisFields, forks: ForkSchedule): Pick<Rules, 'forkIdBlocks'> {
  // geth counts every field whose name ends like this, even one that changes nothing.
  const stated = BLOCK_KEYS.flatMap((name) => {
    const block = config.forkPoint(name)
    return block === undefined ? [] : [block]
  })
  const ofForks = forks.flatMap(({ at }) => ('block' in at ? [at.block] : []))
  const [one, other] = [stated, ofForks].map(
    (blocks) => new Set(blocks.filter((block) => block > 0)),
  )
  const isSame = one?.size === other?.size && [...(one ?? [])].every((block) => other?.has(block))
  return isSame ? {} : { forkIdBlocks: stated }
}

/**
 * Forks of the network that ommer does not have. A chain that ends before them can be read nevertheless.
 *
 * @param last of those before them
 */
function missingForks(
  config: GenesisFields,
  last: OrderedFork | undefined,
  genesisTimestamp: number,
): MissingRules[] {
  const missing: MissingRules[] = []
  let before = last
  for (const name of MISSING_FORKS) {
    const key = `${name}Time`
    const timestamp = config.forkPoint(key)
    if (timestamp === undefined) continue
    const at = { timestamp }
    requireOrder(config, before, key, at)
    before = { key, at }
    if (timestamp <= genesisTimestamp) {
      config.refuse(key, `block 0 needs the fork ${name}, which is not supported`)
    }
    missing.push({ at, what: `the fork ${name}` })
  }
  return missing
}

/** Other rules of the network that ommer does not have. */
function missingRules(config: GenesisFields): MissingRules[] {
  const missing: MissingRules[] = []
  // Without `daoForkSupport` nothing happens at that block.
  const daoBlock = config.isTrue('daoForkSupport') ? config.forkPoint('daoForkBlock') : undefined
  if (daoBlock !== undefined) {
    missing.push({ at: { block: daoBlock }, what: 'the DAO fork, which moved balances' })
  }
  if (config.has('clique')) {
    config.object('clique')
    missing.push({ at: { block: 1 }, what: 'proof of authority (clique)' })
  }
  return missing
}

function requireKnownRules(config: GenesisFields): void {
  if (config.isTrue('enableUBTAtGenesis')) {
    config.refuse('enableUBTAtGenesis', 'binary tries are not supported')
  }
  if (config.has('ethash')) config.object('ethash')
  const eip155 = config.forkPoint('eip155Block')
  const eip158 = config.forkPoint('eip158Block')
  if (eip155 !== eip158) {
    config.refuse('eip155Block', `it is ${eip155}, but must equal eip158Block, ${eip158}`)
  }
}

function requireKnownBlobSchedule(config: GenesisFields): void {
  if (!config.has('blobSchedule')) return
  const schedule = config.object('blobSchedule')
  for (const [fork, known] of Object.entries(blobSchedule)) {
    // A schedule for a fork that the chain does not have changes nothing.
    if (!schedule.has(fork) || !config.has(keyOf(fork as ForkName))) continue
    const limits = schedule.object(fork)
    for (const [name, value] of Object.entries(known)) {
      const stated = limits.safeInteger(name)
      if (stated !== value) {
        limits.refuse(name, `it is ${stated}, but only mainnet's ${value} is supported`)
      }
    }
  }
}

function keyOf(name: ForkName): string {
  return forkKeys[name as keyof typeof forkKeys]
}
