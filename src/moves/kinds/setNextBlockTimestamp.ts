import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import type { Change } from '../../endpoint/changes.ts'
import { fixNext } from '../../endpoint/clock.ts'
import { wholeNumber } from '../../primitives/input.ts'
import type { MoveOf, Parameter } from '../move.ts'
import { seconds } from '../parameters.ts'
import { nothing, wholeNumberResult } from '../results.ts'

export interface SetNextBlockTimestamp {
  /**
   * Sets the timestamp of the next mined block. That block starts a new branch.
   *
   * @param seconds since 1970, later than the head
   * @throws {EndpointMoveError} if no block can have this timestamp
   * @throws {ReadOnlyChainError} if the chain was loaded, because its blocks cannot change
   */
  setNextBlockTimestamp(seconds: number): Promise<void>
}

export interface SetNextBlockTimestampSteps {
  /** The timestamp of the next block, in seconds since 1970. */
  readonly setNextBlockTimestamp: number
}

const timestamp: Parameter<number> = {
  name: 'seconds',
  description: 'Since 1970, later than the head.',
  schema: wholeNumber(0),
  errorCode: 'INVALID_TIMESTAMP',
}

export const setNextBlockTimestamp: MoveOf<SetNextBlockTimestamp, SetNextBlockTimestampSteps> = {
  name: 'setNextBlockTimestamp',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Sets the timestamp of the next block, in seconds since 1970.',
  parameters: [timestamp],
  run(endpoint, [seconds]) {
    endpoint.setClock(fixNext(endpoint.clock, seconds))
    return Math.max(seconds - headerTimestamp(endpoint.head), 0)
  },
  result: nothing,
  aliases: [
    {
      // testing_timeTravel is web3.py's.
      names: ['evm_setNextBlockTimestamp', 'anvil_setNextBlockTimestamp', 'testing_timeTravel'],
      parameters: [timestamp],
      result: nothing,
    },
    {
      names: ['evm_setTime', 'anvil_setTime'],
      summary: 'Sets the time of the next block, and with the wall clock that of those after it.',
      parameters: [timestamp],
      // How many seconds later than the head it is.
      result: wholeNumberResult,
    },
  ],
  steps: {
    setNextBlockTimestamp: {
      summary: 'The timestamp of the next block, in seconds since 1970.',
      schema: seconds(0),
    },
  },
}

/** The move that sets the time of the next block. */
export function nextBlockAt(timestamp: number): Change {
  return { move: setNextBlockTimestamp.name, args: [timestamp] }
}
