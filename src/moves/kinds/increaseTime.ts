import { increase } from '../../endpoint/clock.ts'
import { wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { seconds } from '../parameters.ts'
import { wholeNumberResult } from '../results.ts'

export interface IncreaseTime {
  /**
   * Has the next block that is mined come later than it would. It is a block of a branch of its own then.
   *
   * @param seconds at least 0
   * @returns how many seconds that makes with all that came before
   * @throws {EndpointMoveError} where no block can come so late
   * @throws {ReadOnlyChainError} where the chain was loaded: no block of it can come at another time
   */
  increaseTime(seconds: number): Promise<number>
}

export interface IncreaseTimeSteps {
  /** Has the next block come so many seconds later. */
  readonly increaseTime: number
}

const parameters = [{ name: 'seconds', schema: wholeNumber(0) }] as const

export const increaseTime: MoveOf<IncreaseTime, IncreaseTimeSteps> = {
  name: 'increaseTime',
  summary:
    'Has the next block come so many seconds later. The result is the sum of all these seconds.',
  parameters,
  run(endpoint, [seconds]) {
    endpoint.setClock(increase(endpoint.clock, seconds))
    return endpoint.clock.increased
  },
  result: wholeNumberResult,
  aliases: [
    {
      names: ['evm_increaseTime', 'anvil_increaseTime'],
      summary:
        'Has the next block come so many seconds later. The result is the sum of all these seconds.',
      parameters,
      result: wholeNumberResult,
    },
  ],
  steps: {
    increaseTime: {
      summary: 'Has the next block come so many seconds later.',
      schema: seconds(1),
      play: (perform, what) => perform(what),
    },
  },
}
