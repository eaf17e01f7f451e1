import type { ForkName } from '../../chain/protocol/forks.ts'

// Names and limits of geth's chain configuration, the field `config` of a genesis.json.
// See https://github.com/ethereum/go-ethereum/blob/master/params/config.go

/** The fields for the block or the time of each fork, in geth's order. */
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

/** Forks that geth allows a chain to omit even if it has later ones. */
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

/** The limits on blobs of a fork (EIP-7840). */
export interface BlobLimits {
  /** number of blobs in a block at which their fee stays constant */
  readonly target: number
  /** maximum number of blobs in a block */
  readonly max: number
  readonly baseFeeUpdateFraction: number
}

/** The limits of mainnet, the only ones supported. */
export const blobSchedule: Readonly<Partial<Record<ForkName, BlobLimits>>> = {
  cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
  prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  bpo1: { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 },
  bpo2: { target: 14, max: 21, baseFeeUpdateFraction: 11_684_671 },
}
