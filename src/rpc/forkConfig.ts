import {
  beaconRoots,
  builderDeposits,
  builderExits,
  consolidationRequests,
  historyStorage,
  withdrawalRequests,
} from '../chain/contracts/system.ts'
import { type BlobLimits, blobLimits } from '../chain/protocol/blobGas.ts'
import { forkHash } from '../chain/protocol/forkId.ts'
import { type ForkName, isAtLeast } from '../chain/protocol/forks.ts'
import { precompilesOf } from '../chain/protocol/precompiles.ts'
import { MAINNET_DEPOSIT_CONTRACT, type Rules } from '../chain/protocol/rules.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'

/** The configuration of a fork (EIP-7910). */
interface ForkConfig {
  /** in seconds since 1970; 0 if the fork is active at genesis */
  readonly activationTime: number
  readonly blobSchedule: BlobLimits | null
  readonly chainId: Hex
  readonly forkId: Hex
  readonly precompiles: Readonly<Record<string, Hex>>
  readonly systemContracts: Readonly<Record<string, Hex>>
}

/** The result of `eth_config`. */
interface ForkConfigs {
  readonly current: ForkConfig | null
  readonly next: ForkConfig | null
  readonly last: ForkConfig | null
}

/**
 * The configuration of the fork at a time, of the next and of the last one (EIP-7910), as geth 1.17 writes them: forks
 * by block number have none, so `current` is null before Shanghai.
 *
 * @param time in seconds since 1970
 */
export function forkConfigs(rules: Rules, genesisHash: Hex, time: number): ForkConfigs {
  const timed = rules.forks.flatMap(({ name, at }) =>
    'timestamp' in at ? [{ name, timestamp: at.timestamp }] : [],
  )
  const config = (timestamp: number | undefined): ForkConfig | null => {
    // Of several forks with one activation time the last one decides.
    const fork = timed.findLast((each) => timestamp !== undefined && each.timestamp <= timestamp)
    return fork === undefined ? null : configOf(fork, rules, genesisHash)
  }
  const next = timed.find(({ timestamp }) => timestamp > time)
  return {
    current: config(time),
    next: config(next?.timestamp),
    last: next === undefined ? null : config(timed.at(-1)?.timestamp),
  }
}

function configOf(
  { name, timestamp }: { readonly name: ForkName; readonly timestamp: number },
  rules: Rules,
  genesisHash: Hex,
): ForkConfig {
  return {
    activationTime: timestamp <= rules.genesisTimestamp ? 0 : timestamp,
    blobSchedule: blobLimits(name) ?? null,
    chainId: toQuantity(rules.chainId),
    forkId: forkHash(rules, genesisHash, timestamp),
    precompiles: precompilesOf(name),
    systemContracts: systemContractsOf(name, rules),
  }
}

/** The addresses of the contracts that the protocol calls in a fork, by name (EIP-7910), in the order of their names. */
export function systemContractsOf(
  fork: ForkName,
  { depositContract }: Pick<Rules, 'depositContract'>,
): Readonly<Record<string, Hex>> {
  return {
    ...(isAtLeast(fork, beaconRoots.since) && { BEACON_ROOTS_ADDRESS: beaconRoots.address }),
    ...(isAtLeast(fork, 'amsterdam') && {
      BUILDER_DEPOSIT_CONTRACT_ADDRESS: builderDeposits.address,
      BUILDER_EXIT_CONTRACT_ADDRESS: builderExits.address,
    }),
    ...(isAtLeast(fork, 'prague') && {
      CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS: consolidationRequests.address,
      DEPOSIT_CONTRACT_ADDRESS: depositContract ?? MAINNET_DEPOSIT_CONTRACT,
      HISTORY_STORAGE_ADDRESS: historyStorage.address,
      WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS: withdrawalRequests.address,
    }),
  }
}
