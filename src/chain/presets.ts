import { type ForkName, type ForkSchedule, forkNames, isScheduledByTime } from './forks.ts'
import type { Rules } from './rules.ts'

/** A named choice of the rules that a chain runs under, from genesis on. */
export type Preset = 'history' | 'eras' | 'pow' | 'latest'

/** Of every chain that ommer makes: the number that local chains have had since geth's `--dev`. */
export const CHAIN_ID = 1337

/** In proof of work a block comes at most so many seconds after its parent. */
export const POW_SECONDS_MAX = 26

/** After the merge a block comes so many seconds after its parent: one to a slot. */
export const SLOT_SECONDS = 12

/**
 * When a block comes after the merge. How long proof of work takes is drawn, so the first slot is set to
 * where it has surely ended: forks that come with a time then come with the same block whatever the seed.
 *
 * @returns in seconds since 1970
 */
export function slotTime(genesisTimestamp: number, mergeBlock: number, number: number): number {
  return genesisTimestamp + mergeBlock * POW_SECONDS_MAX + (number - mergeBlock + 1) * SLOT_SECONDS
}

export const presetNames = ['history', 'eras', 'pow', 'latest'] as const satisfies readonly Preset[]

export const presets: Readonly<Record<Preset, Rules>> = {
  // Proof of work as it was in its last year, and a fork every eight blocks from the merge on.
  history: scheduleByBlock(1_651_363_200, (fork) => {
    const sinceMerge = forkNames.indexOf(fork) - forkNames.indexOf('paris')
    return sinceMerge < 0 ? 0 : 32 + 8 * sinceMerge
  }),
  // A fork every six blocks.
  eras: scheduleByBlock(1_438_269_988, (fork) => 6 * forkNames.indexOf(fork)),
  pow: scheduleByBlock(1_628_166_822, (fork) =>
    forkNames.indexOf(fork) <= forkNames.indexOf('london') ? 0 : undefined,
  ),
  latest: scheduleByBlock(1_767_747_671, () => 0),
}

/** @param blockOf the block from which a fork is to apply; undefined for never */
function scheduleByBlock(
  genesisTimestamp: number,
  blockOf: (fork: ForkName) => number | undefined,
): Rules {
  const mergeBlock = blockOf('paris') ?? 0
  const forks = forkNames.flatMap((name): ForkSchedule => {
    const block = blockOf(name)
    if (block === undefined) return []
    if (!isScheduledByTime(name)) return [{ name, at: { block } }]
    const timestamp = block === 0 ? 0 : slotTime(genesisTimestamp, mergeBlock, block)
    return [{ name, at: { timestamp } }]
  })
  return { chainId: CHAIN_ID, genesisTimestamp, forks }
}
