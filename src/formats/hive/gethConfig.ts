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
  amsterdam: 'amsterdamTime',
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
  'amsterdam',
])
