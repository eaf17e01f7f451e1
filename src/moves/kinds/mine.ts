import * as v from 'valibot'
import { BLOCKS_MAX } from '../../endpoint/advance.ts'
import type { Change } from '../../endpoint/changes.ts'
import { described, either, object, wholeNumber } from '../../primitives/input.ts'
import type { BlockPosition } from '../blockPosition.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { seconds } from '../parameters.ts'
import { nothing, severalBlocks } from '../results.ts'

export interface MineOptions {
  /**
   * The seconds between the timestamps of a block and its parent, except for the first block if its timestamp is set.
   * Default: that of the chain.
   */
  readonly secondsBetween?: number | undefined
  /** The timestamp of the first block, in seconds since 1970, as set by `setNextBlockTimestamp`. */
  readonly timestamp?: number | undefined
}

export interface Mine {
  /**
   * Moves the head forward, over existing blocks and then over new ones. Other endpoints do not move, except those that
   * lag behind it.
   *
   * @param count how many blocks, at most 1,000,000; default 1
   * @returns these blocks, oldest first
   * @throws {EndpointMoveError} if count or timestamps are invalid; CLOSED if the endpoint is closed before all blocks
   *   are mined. The endpoint is then unchanged
   * @throws {ReadOnlyChainError} if the chain was loaded, and does not have enough blocks
   */
  mine(count?: number, options?: MineOptions): Promise<readonly BlockPosition[]>
}

export interface MineSteps {
  /** Moves the head forward by this many blocks. */
  readonly mine: number | ({ readonly count: number } & MineOptions)
}

/** @param options as JSON may have them */
function hasOptions(options: unknown): boolean {
  return Object.values(options ?? {}).some((value) => value !== undefined)
}

const blockCount = wholeNumber(0, BLOCKS_MAX)
const optionalCount = v.optional(blockCount)
const stepCount = wholeNumber(1, BLOCKS_MAX)

/** Whether the argument is a number, and not an object. */
const isPlain = (value: unknown): boolean => typeof value !== 'object'

const timestampOrOptions = v.optional(
  either(
    isPlain,
    wholeNumber(0),
    object({ timestamp: v.optional(wholeNumber(0)), blocks: optionalCount }),
  ),
)

const blocksAndInterval = remoteCall(
  [
    { name: 'count', description: 'How many blocks.', schema: optionalCount },
    {
      name: 'interval',
      description: 'The seconds between a block and its parent; 0 for the default of the chain.',
      schema: v.optional(wholeNumber(0), 0),
    },
  ],
  // viem sends 0 if no interval is given.
  (blocks, interval) => [blocks, { secondsBetween: interval || undefined }],
)

export const mine: MoveOf<Mine, MineSteps> = {
  name: 'mine',
  effect: 'mines',
  group: 'Blocks',
  summary: 'Moves the head forward through existing blocks, and then through new ones.',
  isLong: true,
  parameters: [
    { name: 'count', description: 'How many blocks.', schema: v.optional(blockCount, 1) },
    {
      name: 'options',
      schema: v.optional(
        object({
          secondsBetween: described(
            v.optional(wholeNumber(1)),
            'The seconds between a block and its parent.',
          ),
          timestamp: described(
            v.optional(wholeNumber(0)),
            'The timestamp of the first block, in seconds since 1970.',
          ),
        }),
        {},
      ),
    },
  ],
  run(endpoint, [count = 1, { secondsBetween, timestamp } = {}], { pause }) {
    const time = timestamp === undefined ? undefined : { at: timestamp }
    if (time !== undefined) endpoint.requireTime(time)
    return endpoint.forward(count, { time, secondsBetween, pause })
  },
  result: severalBlocks,
  aliases: [
    {
      names: ['evm_mine'],
      summary: 'Mines blocks, as Ganache, Hardhat and Anvil do.',
      ...remoteCall(
        [
          {
            name: 'options',
            description:
              'The timestamp of the first block, in seconds since 1970; or an object; or, up to 1,000,000, how many blocks.',
            schema: timestampOrOptions,
          },
        ],
        (given = {}) => {
          // web3.py sends a number of blocks. No block is that old.
          if (typeof given === 'number' && given <= BLOCKS_MAX) return [given || undefined]
          const { timestamp, blocks } =
            typeof given === 'number' ? { timestamp: given, blocks: undefined } : given
          // As in Hardhat, 0 counts as omitted.
          return [blocks, { timestamp: timestamp || undefined }]
        },
      ),
      result: { name: 'zero', schema: v.literal('0x0'), from: () => '0x0' },
    },
    {
      names: ['anvil_mine'],
      summary: 'Mines blocks, as Anvil does.',
      ...blocksAndInterval,
      result: nothing,
    },
    {
      names: ['hardhat_mine'],
      summary: 'Mines blocks, as Hardhat does.',
      ...blocksAndInterval,
      result: { name: 'isDone', schema: v.literal(true), from: () => true },
    },
  ],
  steps: {
    mine: {
      summary: 'Moves the head forward by this many blocks.',
      omitted: 1,
      schema: either(
        isPlain,
        stepCount,
        object({
          count: stepCount,
          secondsBetween: v.optional(seconds(1)),
          timestamp: v.optional(seconds(1)),
        }),
      ),
      play(perform, what) {
        if (typeof what === 'number') return perform(what)
        const { count, ...options } = what
        return perform(count, options)
      },
    },
  },
  toStep([count = 1, options]) {
    if (count === 0) return 'nothing'
    return { mine: hasOptions(options) ? { count, ...options } : count }
  },
  journal: {
    join,
    blocksMined: ([count, options]) => (hasOptions(options) ? undefined : (count ?? 1)),
  },
}

type MineArguments = Parameters<Mine['mine']>

/** Joins blocks that are as far apart as the others. */
function join(
  [first, given]: MineArguments,
  [second, others]: MineArguments,
): MineArguments | undefined {
  const count = first ?? 1
  const more = second ?? 1
  if (count + more > BLOCKS_MAX) return undefined
  if (!hasOptions(given) && !hasOptions(others)) return [count + more]
  const { timestamp, secondsBetween = 0 } = given ?? {}
  if (timestamp === undefined || others?.timestamp === undefined) return undefined
  const seconds = others.timestamp - timestamp - (count - 1) * secondsBetween
  const isEven =
    seconds > 0 &&
    (count === 1 || seconds === secondsBetween) &&
    (more === 1 || seconds === others.secondsBetween)
  return isEven ? [count + more, { timestamp, secondsBetween: seconds }] : undefined
}

/** The move that mines a block with this time. */
export function minedAt(timestamp: number): Change {
  return { move: mine.name, args: [1, { timestamp }] }
}
