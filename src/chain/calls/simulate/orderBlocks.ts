import { CallError } from '../callError.ts'
import { errorCodes } from './errorCodes.ts'
import type { BlockCalls } from './simulation.ts'

/** The most blocks that one simulation may have, as in geth (maxSimulateBlocks). */
const SIMULATED_BLOCKS_MAX = 256n

/** In seconds: how much later than its parent a block is by default, as in geth (timestampIncrement). */
const SECONDS_BETWEEN_BLOCKS = 12n

const UINT64 = 64

/** A block whose number and time are known. */
export interface OrderedBlock extends BlockCalls {
  readonly number: bigint
  /** in seconds since 1970 */
  readonly timestamp: bigint
}

/**
 * Gives every block a number and a time, and fills the gaps between their numbers with empty blocks (geth,
 * internal/ethapi/simulate.go, sanitizeChain).
 *
 * @throws {CallError} if numbers or times do not increase, or there are too many blocks
 */
export function orderBlocks(
  base: { readonly number: bigint; readonly timestamp: bigint },
  blocks: readonly BlockCalls[],
): OrderedBlock[] {
  const ordered: OrderedBlock[] = []
  let { number, timestamp } = base
  for (const block of blocks) {
    const { blockOverrides } = block
    const next = blockOverrides.number ?? number + 1n
    requireNextNumber(next, number, base.number)
    for (let gap = number + 1n; gap < next; gap++) {
      timestamp = afterBlock(timestamp)
      ordered.push({ ...EMPTY, number: gap, timestamp })
    }
    number = next
    timestamp = nextTime(blockOverrides.time, timestamp)
    ordered.push({ ...block, number, timestamp })
  }
  return ordered
}

const EMPTY: BlockCalls = { blockOverrides: {}, stateOverrides: [], calls: [] }

function requireNextNumber(next: bigint, previous: bigint, base: bigint): void {
  if (next <= previous) {
    const shown = BigInt.asUintN(UINT64, next)
    throw new CallError(
      errorCodes.blockNumber,
      `block numbers must be in order: ${shown} <= ${previous}`,
    )
  }
  if (next - base > SIMULATED_BLOCKS_MAX) {
    throw new CallError(errorCodes.clientLimit, 'too many blocks')
  }
}

function nextTime(time: bigint | undefined, previous: bigint): bigint {
  if (time === undefined) return afterBlock(previous)
  if (time > previous) return time
  throw new CallError(
    errorCodes.blockTimestamp,
    `block timestamps must be in order: ${time} <= ${previous}`,
  )
}

/** Wraps around after the largest time, as in geth. */
function afterBlock(timestamp: bigint): bigint {
  return BigInt.asUintN(UINT64, timestamp + SECONDS_BETWEEN_BLOCKS)
}
