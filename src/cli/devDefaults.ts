import { presets } from '../chain/spec/presets.ts'
import { type ChainSpec, TEST_MNEMONIC } from '../chain/spec/spec.ts'
import { isRedisAddress } from '../log/redisAddress.ts'
import type { ServeOptions } from '../server/options.ts'
import { COUNT_MAX, type ServeLimits } from '../server/serveLimits.ts'
import { version } from '../version.ts'
import type { ServeArguments } from './runServe.ts'

/** The options that say which chain is served. Without any of them it is an empty one, as that of other development nodes. */
const SAY_WHICH = [
  'seed',
  'blocks',
  'preset',
  'spec',
  'forks',
  'load',
  'loadState',
  'genesis',
  'scenario',
  'forkUrl',
  'offline',
] as const

/** In gas: that of blocks of `ommer --dev`, as in other development nodes. */
const DEV_GAS_LIMIT = 30_000_000

/** In wei per gas: that of the first block, as in other development nodes. */
const DEV_BASE_FEE = 1_000_000_000

/** The limits of `ommer --dev`: other development nodes have none of these. */
export const devLimits: ServeLimits = { logRange: COUNT_MAX, filters: COUNT_MAX }

/** The options of a server that have other defaults with `--dev`. */
export function devOptions({
  dev,
  dialect,
  limit,
  clientVersion,
  scenario,
}: ServeArguments): Pick<ServeOptions, 'dialect' | 'earlyFinality' | 'limits' | 'clientVersion'> {
  if (!dev) return { dialect, limits: limit, clientVersion }
  return {
    // A scenario says which dialects its endpoints have.
    dialect: dialect ?? (scenario === undefined ? 'anvil' : undefined),
    earlyFinality: true,
    limits: { ...devLimits, ...limit },
    // Tools ask whether it begins so before they use methods of Anvil.
    clientVersion: clientVersion ?? `anvil/ommer-v${version}`,
  }
}

/** What `ommer --dev` takes for fields of the spec that are not given. */
export function devSpec(given: ServeArguments): ChainSpec {
  if (!isUnspecified(given)) {
    // Clients give transactions more gas than blocks of other chains have. A file and a preset may say how much there is.
    const saysGas = given.spec !== undefined || presets[given.preset ?? 'history'].gasLimit
    return { mnemonic: TEST_MNEMONIC, ...(!saysGas && { gasLimit: DEV_GAS_LIMIT }) }
  }
  // Generated transactions need accounts that send them.
  const { accounts, ...empty } = emptyDevChain()
  return given.backgroundTraffic ? empty : { ...empty, accounts }
}

/** The chain of other development nodes: a genesis that funds the ten accounts of their mnemonic. */
export function emptyDevChain(genesisTime?: number): ChainSpec {
  return {
    preset: 'latest',
    blocks: 0,
    chainId: 31_337,
    gasLimit: DEV_GAS_LIMIT,
    accounts: 0,
    mnemonic: TEST_MNEMONIC,
    create2Factory: true,
    excessBlobGas: 0,
    baseFee: DEV_BASE_FEE,
    genesisTime,
  }
}

/**
 * The time of genesis of `ommer --dev`: as its journal has it, otherwise that of the wall clock. Undefined where options
 * say which chain is served, or the clock is simulated.
 */
export async function devGenesisTime(given: ServeArguments): Promise<number | undefined> {
  const { dev, clock, genesisTime, journal } = given
  if (!dev || clock === 'simulated' || genesisTime !== undefined || !isUnspecified(given)) {
    return genesisTime
  }
  const now = Math.floor(Date.now() / 1000)
  if (journal === undefined) return now
  if (isRedisAddress(journal)) {
    const { agreedGenesisTime } = await import('../group/redis/readShared.ts')
    return agreedGenesisTime(journal, now)
  }
  const { readHeaderOfFile } = await import('../log/file/readJournal.ts')
  const begun = (await readHeaderOfFile(journal))?.chain.spec
  return begun === undefined ? now : (begun.genesisTime as number | undefined)
}

function isUnspecified(given: ServeArguments): boolean {
  return SAY_WHICH.every((option) => given[option] === undefined)
}
