import * as v from 'valibot'
import { wanted, wholeNumber } from '../../primitives/input.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { seconds } from '../parameters.ts'
import { booleanResult, nothing } from '../results.ts'

export interface SetBlockTimestampInterval {
  /**
   * Sets the seconds between the timestamps of a block and its parent for all blocks that are mined from now on, unless
   * `mine` or `setNextBlockTimestamp` sets others.
   *
   * @param seconds undefined for the block times of the chain
   * @throws {EndpointMoveError} if the next block cannot have this timestamp
   * @throws {ReadOnlyChainError} if the chain was loaded, because its blocks cannot change
   */
  setBlockTimestampInterval(seconds: number | undefined): Promise<void>
}

export interface SetBlockTimestampIntervalSteps {
  /** The seconds between blocks from now on. */
  readonly setBlockTimestampInterval: number
  /** The block times of the chain apply again. */
  readonly removeBlockTimestampInterval: true
}

const interval = wholeNumber(1)

export const setBlockTimestampInterval: MoveOf<
  SetBlockTimestampInterval,
  SetBlockTimestampIntervalSteps
> = {
  name: 'setBlockTimestampInterval',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Sets the seconds between blocks from now on; null for the block times of the chain.',
  parameters: [{ name: 'seconds', schema: v.optional(interval) }],
  run(endpoint, [seconds]) {
    const { clock } = endpoint
    endpoint.setClock({ ...clock, interval: seconds })
    return clock.interval !== undefined
  },
  result: nothing,
  aliases: [
    {
      names: ['anvil_setBlockTimestampInterval', 'ganache_setBlockTimestampInterval'],
      summary: 'Sets the seconds between blocks from now on, as in Anvil.',
      parameters: [{ name: 'seconds', schema: interval }],
      result: nothing,
    },
    {
      names: ['hardhat_setBlockTimestampInterval'],
      summary: 'Sets the time between blocks from now on, in milliseconds, as viem sends it.',
      ...remoteCall(
        [{ name: 'milliseconds', description: 'A multiple of 1000.', schema: interval }],
        (milliseconds) => [milliseconds / 1000],
      ),
      result: nothing,
    },
    {
      names: [
        'anvil_removeBlockTimestampInterval',
        'hardhat_removeBlockTimestampInterval',
        'ganache_removeBlockTimestampInterval',
      ],
      summary:
        'Restores the block times of the chain. The result says whether an interval was set.',
      ...remoteCall([], () => []),
      result: booleanResult,
    },
  ],
  steps: {
    setBlockTimestampInterval: {
      summary: 'The seconds between blocks from now on.',
      schema: seconds(1),
    },
    removeBlockTimestampInterval: {
      summary: 'The block times of the chain apply again.',
      omitted: true,
      schema: v.literal(true, wanted('true')),
      play: (perform) => perform(undefined),
    },
  },
  toStep: ([seconds]) =>
    seconds === undefined
      ? { removeBlockTimestampInterval: true }
      : { setBlockTimestampInterval: seconds },
}
