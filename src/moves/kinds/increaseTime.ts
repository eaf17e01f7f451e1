import { increase } from '../../endpoint/clock.ts'
import { wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { seconds } from '../parameters.ts'
import { wholeNumberResult } from '../results.ts'

export interface IncreaseTime {
  /**
   * Delays the timestamp of the next mined block; of the one after it, if `setNextBlockTimestamp` has fixed that of the
   * next. That block starts a new branch.
   *
   * @param seconds at least 0
   * @returns the sum of this and all earlier increases, in seconds
   * @throws {EndpointMoveError} if no block can have so late a timestamp
   * @throws {ReadOnlyChainError} if the chain was loaded, because its blocks cannot change
   */
  increaseTime(seconds: number): Promise<number>
}

export interface IncreaseTimeSteps {
  /** Increases the timestamp of the next block by this many seconds. */
  readonly increaseTime: number
}

const parameters = [{ name: 'seconds', schema: wholeNumber(0) }] as const

export const increaseTime: MoveOf<IncreaseTime, IncreaseTimeSteps> = {
  name: 'increaseTime',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary:
    'Increases the timestamp of the next block by this many seconds. The result is the sum of all increases.',
  parameters,
  run(endpoint, [seconds]) {
    endpoint.setClock(increase(endpoint.clock, seconds))
    return endpoint.clock.increased
  },
  result: wholeNumberResult,
  aliases: [
    { names: ['evm_increaseTime', 'anvil_increaseTime'], parameters, result: wholeNumberResult },
  ],
  steps: {
    increaseTime: {
      summary: 'Increases the timestamp of the next block by this many seconds.',
      schema: seconds(1),
    },
  },
  toStep: ([seconds]) => (seconds === 0 ? 'nothing' : { increaseTime: seconds }),
}
