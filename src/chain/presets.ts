/** A named choice of the rules that a chain runs under, from genesis on. */
export type Preset = 'pow'

export const presetNames: readonly Preset[] = ['pow']

/** What a preset means for @ethereumjs. */
export interface ForkSchedule {
  /** forks in their order, with the block from which each applies */
  readonly forks: readonly { readonly name: string; readonly block: number }[]
  /** in seconds since 1970 */
  readonly genesisTimestamp: number
  /** difficulty of the genesis block */
  readonly genesisDifficulty: bigint
  /** in wei per gas: base fee of the genesis block */
  readonly genesisBaseFeePerGas: bigint
}

const upToLondon = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'berlin',
  'london',
]

export const presets: Readonly<Record<Preset, ForkSchedule>> = {
  pow: {
    forks: upToLondon.map((name) => ({ name, block: 0 })),
    genesisTimestamp: 1_628_166_822, // when London came on mainnet, 2021-08-05
    genesisDifficulty: 16_777_216n, // 128 times the minimum: steps of 1/2048 show, and never hit the floor
    genesisBaseFeePerGas: 1_000_000_000n, // EIP-1559's INITIAL_BASE_FEE
  },
}
