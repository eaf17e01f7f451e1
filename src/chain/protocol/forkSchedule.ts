import {
  type ForkName,
  type ForkPoint,
  type ForkSchedule,
  forkNames,
  isScheduledByTime,
} from './forks.ts'
import { POW_SECONDS_MAX, SLOT_SECONDS } from './timing.ts'

/** When a fork activates: a block number, or after the merge a time in seconds since 1970. */
type ForkChoice = number | { readonly timestamp: number }

/** When the forks activate that are chosen. */
export type ForkChoices = Readonly<Partial<Record<ForkName, ForkChoice>>>

/** Two forks, or a fork and the merge, are in the wrong order; `fork` is the one to change. */
export interface ScheduleClash {
  readonly fork: ForkName
  readonly problem: string
}

/**
 * Makes a schedule of the user's choices. A fork that is not mentioned activates with the next one that is; forks after
 * the last one mentioned never activate.
 *
 * @param genesisTimestamp in seconds since 1970
 */
export function scheduleForks(
  choices: ForkChoices,
  genesisTimestamp: number,
): ForkSchedule | ScheduleClash {
  const timed = forkNames.find((name) => typeof choices[name] === 'object')
  if (timed !== undefined && !isScheduledByTime(timed)) {
    return { fork: timed, problem: 'forks up to the merge activate with a block, not at a time' }
  }
  const merge = choices[nextMentioned(choices, 'paris') ?? 'paris']
  if (timed !== undefined && typeof merge !== 'number') {
    return { fork: timed, problem: 'it activates after the merge, so paris needs a block number' }
  }
  const mergeBlock = typeof merge === 'number' ? merge : 0
  const schedule: { name: ForkName; at: ForkPoint }[] = [{ name: 'chainstart', at: { block: 0 } }]
  let before: { name: ForkName; at: ForkPoint; choice: ForkChoice } | undefined
  for (const name of forkNames.slice(1)) {
    const mentioned = nextMentioned(choices, name)
    const choice = mentioned && choices[mentioned]
    if (mentioned === undefined || choice === undefined) break
    const at = toPoint(name, choice, genesisTimestamp, mergeBlock)
    if (before !== undefined && !isInOrder(before.at, at, genesisTimestamp, mergeBlock)) {
      const problem = `it activates at ${show(choice)}, before ${before.name} at ${show(before.choice)}`
      return { fork: mentioned, problem }
    }
    schedule.push({ name, at })
    before = { name: mentioned, at, choice }
  }
  return schedule
}

/** The fork itself, or the first one after it, that the user has chosen a point for. */
function nextMentioned(choices: ForkChoices, fork: ForkName): ForkName | undefined {
  return forkNames.slice(forkNames.indexOf(fork)).find((name) => choices[name] !== undefined)
}

function toPoint(
  fork: ForkName,
  choice: ForkChoice,
  genesisTimestamp: number,
  mergeBlock: number,
): ForkPoint {
  if (typeof choice !== 'number') return { timestamp: choice.timestamp }
  if (!isScheduledByTime(fork)) return { block: choice }
  // Active from genesis on: any early time works, and test networks use zero.
  return { timestamp: choice === 0 ? 0 : slotTime(genesisTimestamp, mergeBlock, choice) }
}

function isInOrder(
  before: ForkPoint,
  at: ForkPoint,
  genesisTimestamp: number,
  mergeBlock: number,
): boolean {
  if ('block' in before && 'block' in at) return before.block <= at.block
  if ('timestamp' in before && 'timestamp' in at) return before.timestamp <= at.timestamp
  const mergeTime = mergeBlock === 0 ? 0 : slotTime(genesisTimestamp, mergeBlock, mergeBlock)
  return 'timestamp' in at && at.timestamp >= mergeTime
}

function show(choice: ForkChoice): string {
  return typeof choice === 'number' ? `block ${choice}` : `time ${choice.timestamp}`
}

/**
 * The timestamp of a block after the merge. The time that proof of work takes depends on the seed, so the first slot is
 * late enough for every seed: forks scheduled by time then activate with the same block for all seeds.
 *
 * @returns in seconds since 1970
 */
export function slotTime(genesisTimestamp: number, mergeBlock: number, number: number): number {
  // On a chain that starts after the merge, genesis is slot 0.
  if (mergeBlock === 0) return genesisTimestamp + number * SLOT_SECONDS
  return genesisTimestamp + mergeBlock * POW_SECONDS_MAX + (number - mergeBlock + 1) * SLOT_SECONDS
}
