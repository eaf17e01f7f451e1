import { type FinalityRule, finalityRule } from '../../endpoint/finality.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'

export interface SetFinality {
  /**
   * Sets where `safe` and `finalized` stand.
   *
   * @param rule distances in blocks; `'stalled'`: where they are; `'absent'`: nowhere
   * @throws {EndpointMoveError} where it makes no sense
   */
  setFinality(rule: FinalityRule): Promise<void>
}

export interface SetFinalitySteps {
  /** Where `safe` and `finalized` stand. */
  readonly setFinality: FinalityRule
}

export const setFinality: MoveOf<SetFinality, SetFinalitySteps> = {
  name: 'setFinality',
  summary: 'Sets where safe and finalized stand.',
  parameters: [{ name: 'finality', schema: finalityRule }],
  run(endpoint, [rule]) {
    endpoint.setFinality(rule)
  },
  result: nothing,
  steps: {
    setFinality: {
      summary: 'Where safe and finalized stand.',
      schema: finalityRule,
      play: (perform, rule) => perform(rule),
    },
  },
}
