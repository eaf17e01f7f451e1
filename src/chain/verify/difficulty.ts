import type { ActiveForks } from './protocol.ts'

/** The header fields from which a child's difficulty follows. */
export interface DifficultyParent {
  readonly difficulty: bigint
  /** in seconds since 1970 */
  readonly timestamp: bigint
  readonly hasUncles: boolean
}

const DIFFICULTY_MIN = 131_072n
const BOUND_DIVISOR = 2048n
const BOMB_PERIOD_BLOCKS = 100_000n

/** By how many blocks forks delayed the difficulty bomb, the latest first. */
const bombDelays = [
  ['grayGlacier', 11_400_000n], // EIP-5133
  ['arrowGlacier', 10_700_000n], // EIP-4345
  ['london', 9_700_000n], // EIP-3554
  ['muirGlacier', 9_000_000n], // EIP-2384
  ['constantinople', 5_000_000n], // EIP-1234
  ['byzantium', 3_000_000n], // EIP-649
] as const

/** The difficulty that a block must have under proof of work (Yellow Paper 4.3.4). */
export function expectedDifficulty(
  { number, timestamp }: { readonly number: bigint; readonly timestamp: bigint },
  parent: DifficultyParent,
  forks: ActiveForks,
): bigint {
  const step = parent.difficulty / BOUND_DIVISOR
  const steps = adjustment(timestamp - parent.timestamp, parent.hasUncles, forks)
  const difficulty = parent.difficulty + step * steps + bomb(number, forks)
  return difficulty < DIFFICULTY_MIN ? DIFFICULTY_MIN : difficulty
}

/**
 * How many steps the difficulty moves.
 *
 * @param seconds from the parent to the block
 */
function adjustment(seconds: bigint, parentHasUncles: boolean, forks: ActiveForks): bigint {
  // EIP-100 takes the work for the parent's uncles into account.
  if (forks.includes('byzantium')) return atLeast((parentHasUncles ? 2n : 1n) - seconds / 9n, -99n)
  // EIP-2
  if (forks.includes('homestead')) return atLeast(1n - seconds / 10n, -99n)
  return seconds < 13n ? 1n : -1n
}

/** The ice age: doubles every 100,000 blocks, from the third period on. */
function bomb(number: bigint, forks: ActiveForks): bigint {
  const [, delay] = bombDelays.find(([fork]) => forks.includes(fork)) ?? ['', 0n]
  const period = atLeast(number - delay, 0n) / BOMB_PERIOD_BLOCKS
  return period < 2n ? 0n : 2n ** (period - 2n)
}

function atLeast(value: bigint, least: bigint): bigint {
  return value < least ? least : value
}
