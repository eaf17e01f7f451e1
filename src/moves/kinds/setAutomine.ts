import { boolean } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { booleanResult, nothing } from '../results.ts'

export interface SetAutomine {
  /**
   * Sets whether a transaction is mined when it is sent. Otherwise it waits for a block that a move or the interval mines.
   *
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  setAutomine(enabled: boolean): Promise<void>
}

export interface SetAutomineSteps {
  /** Whether a transaction is mined when it is sent. */
  readonly setAutomine: boolean
}

const parameters = [{ name: 'enabled', schema: boolean }] as const

export const setAutomine: MoveOf<SetAutomine, SetAutomineSteps> = {
  name: 'setAutomine',
  effect: 'configures',
  group: 'Mining',
  summary: 'Sets whether a transaction is mined when it is sent.',
  parameters,
  run(endpoint, [enabled]) {
    requireMiner(endpoint).automine = enabled
    return true
  },
  result: nothing,
  aliases: [
    { names: ['evm_setAutomine'], parameters, result: booleanResult },
    { names: ['anvil_setAutomine'], parameters, result: nothing },
  ],
  steps: { setAutomine: { schema: boolean } },
}
