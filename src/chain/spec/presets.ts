import type { ForkChoices } from '../protocol/forkSchedule.ts'
import { mainnetForkNames } from '../protocol/forks.ts'

/** The name of a fork schedule. */
export type Preset = 'history' | 'eras' | 'pow' | 'latest' | 'amsterdam'

export const presetNames = [
  'history',
  'eras',
  'pow',
  'latest',
  'amsterdam',
] as const satisfies readonly Preset[]

/** The schedule of a preset. */
interface PresetChoices {
  readonly forks: ForkChoices
  /** in seconds since 1970 */
  readonly genesisTimestamp: number
  /** in gas: the default of the preset, if it has its own */
  readonly gasLimit?: number
}

export const presets: Readonly<Record<Preset, PresetChoices>> = {
  // Proof of work as in its last year, then from the merge on a fork every eight blocks.
  history: {
    genesisTimestamp: 1_651_363_200,
    forks: {
      grayGlacier: 0,
      paris: 32,
      shanghai: 40,
      cancun: 48,
      prague: 56,
      osaka: 64,
      bpo1: 72,
      bpo2: 80,
    },
  },
  // Every fork that mainnet has a time for, one every six blocks.
  eras: {
    genesisTimestamp: 1_438_269_988,
    forks: Object.fromEntries(mainnetForkNames.map((name, index) => [name, 6 * index])),
  },
  pow: { genesisTimestamp: 1_628_166_822, forks: { london: 0 } },
  latest: { genesisTimestamp: 1_767_747_671, forks: { bpo2: 0, paris: 0 } },
  // Deploying a token takes over ten million gas.
  amsterdam: {
    genesisTimestamp: 1_791_294_816,
    forks: { amsterdam: 0, paris: 0 },
    gasLimit: 60_000_000,
  },
}
