import { type FinalityRule, finalityRule } from '../../endpoint/finality.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'

export interface SetFinality {
  /**
   * Sets the rule for `safe` and `finalized`.
   *
   * @param rule distances in blocks; `'stalled'`: both stay at their blocks; `'absent'`: neither exists
   * @throws {EndpointMoveError} if it is invalid
   */
  setFinality(rule: FinalityRule): Promise<void>
}

export interface SetFinalitySteps {
  /** The rule for `safe` and `finalized`. */
  readonly setFinality: FinalityRule
}

export const setFinality: MoveOf<SetFinality, SetFinalitySteps> = {
  name: 'setFinality',
  effect: 'movesHead',
  group: 'Finality and lag',
  summary: 'Sets the rule for safe and finalized.',
  parameters: [{ name: 'finality', schema: finalityRule }],
  run(endpoint, [rule]) {
    endpoint.setFinality(rule)
  },
  result: nothing,
  steps: { setFinality: { summary: 'The rule for safe and finalized.', schema: finalityRule } },
}
