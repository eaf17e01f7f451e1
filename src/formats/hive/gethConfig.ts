import type { ForkName } from '../../chain/protocol/forks.ts'

// What geth's chain configuration calls things, which a genesis.json has under `config`.
// See https://github.com/ethereum/go-ethereum/blob/master/params/config.go

/** The block or the time with which a fork comes, in geth's order. */
export const forkKeys: Readonly<Record<Exclude<ForkName, 'chainstart'>, string>> = {
  homestead: 'homesteadBlock',
  tangerineWhistle: 'eip150Block',
  spuriousDragon: 'eip158Block',
  byzantium: 'byzantiumBlock',
  constantinople: 'constantinopleBlock',
  petersburg: 'petersburgBlock',
  istanbul: 'istanbulBlock',
  muirGlacier: 'muirGlacierBlock',
  berlin: 'berlinBlock',
  london: 'londonBlock',
  arrowGlacier: 'arrowGlacierBlock',
  grayGlacier: 'grayGlacierBlock',
  paris: 'mergeNetsplitBlock',
  shanghai: 'shanghaiTime',
  cancun: 'cancunTime',
  prague: 'pragueTime',
  osaka: 'osakaTime',
  bpo1: 'bpo1Time',
  bpo2: 'bpo2Time',
}

/** Forks that geth lets a chain leave out and still have later ones. */
export const optionalForks: ReadonlySet<ForkName> = new Set<ForkName>([
  'muirGlacier',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'cancun',
  'prague',
  'osaka',
  'bpo1',
  'bpo2',
])

/** Limits of a fork on blobs (EIP-7840). */
export interface BlobLimits {
  /** blobs in a block, towards which their fee steers */
  readonly target: number
  /** blobs in a block at most */
  readonly max: number
  readonly baseFeeUpdateFraction: number
}

/** Those of mainnet, and the only ones known. */
export const blobSchedule: Readonly<Partial<Record<ForkName, BlobLimits>>> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  bpo1: { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 },
  bpo2: { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671 },
}
