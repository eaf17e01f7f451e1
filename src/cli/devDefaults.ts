import { type ChainSpec, TEST_MNEMONIC } from '../chain/spec/spec.ts'
import { readIfExists } from '../journal/openJournalFile.ts'
import { isRedisAddress } from '../journal/redisAddress.ts'
import type { ServeOptions } from '../server/options.ts'
import type { ServeLimits } from '../server/serveLimits.ts'
import { version } from '../version.ts'
import type { ServeArguments } from './runServe.ts'

/** The options that say which chain is served. Without them, a development node begins with an empty one, as others do. */
const SAY_WHICH = ['seed', 'blocks', 'preset', 'spec', 'forks', 'load', 'scenario'] as const

const MOST = 2 ** 31 - 1

/** The limits of `ommer --dev`: clients of other development nodes expect none of these. */
export const devLimits: ServeLimits = { logRange: MOST, filters: MOST }

/** The options of a server that have other defaults with `--dev`. */
export function devOptions({
  dev,
  limit,
  clientVersion,
}: ServeArguments): Pick<ServeOptions, 'earlyFinality' | 'limits' | 'clientVersion'> {
  if (!dev) return { limits: limit, clientVersion }
  return {
    earlyFinality: true,
    limits: { ...devLimits, ...limit },
    // Tools ask whether it begins so before they use methods of Anvil.
    clientVersion: clientVersion ?? `anvil/ommer-v${version}`,
  }
}

/** The fields of a spec that `ommer --dev` does not take from options. */
export function devSpec(given: ServeArguments): ChainSpec {
  if (!isUnspecified(given)) return { mnemonic: TEST_MNEMONIC }
  return {
    preset: 'latest',
    blocks: 0,
    chainId: 31_337,
    gasLimit: 30_000_000,
    // Generated transactions need accounts that send them.
    ...(!given.backgroundTraffic && { accounts: 0 }),
    mnemonic: TEST_MNEMONIC,
    create2Factory: true,
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
  const begun = (await readIfExists(journal))?.header?.chain.spec
  return begun === undefined ? now : (begun.genesisTime as number | undefined)
}

function isUnspecified(given: ServeArguments): boolean {
  return SAY_WHICH.every((option) => given[option] === undefined)
}
