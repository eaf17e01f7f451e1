import * as v from 'valibot'
import { FaultError } from '../../faults/faultError.ts'
import { type FaultRule, faultRule } from '../../faults/faultRule.ts'
import { checkedBy, checkedElsewhere, described, object, wanted } from '../../primitives/input.ts'
import type { FaultOptions } from '../faultOptions.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { nothing } from '../results.ts'

export interface SetFaults {
  /**
   * Replaces the faults of the endpoint from now on. Calls are counted from 1 again; the log keeps its entries.
   *
   * @param rules undefined for no faults
   * @throws {FaultError} if a rule is invalid; then nothing changes
   */
  setFaults(rules: readonly FaultRule[] | undefined, options?: FaultOptions): void
}

export interface SetFaultsSteps {
  /** The faults from now on. Calls are counted from 1 again. */
  readonly setFaults: readonly FaultRule[]
  /** Ends all faults. */
  readonly clearFaults: true
}

const RULES_MAX = 1000

/** Fault rules in a scenario; `readFaults` makes the checks that a schema cannot. */
export const faultRules = described(
  checkedBy(v.pipe(v.array(faultRule), v.maxLength(RULES_MAX)), () => checkedElsewhere()),
  'The faults from now on. Calls are counted from 1 again.',
) as v.GenericSchema<unknown, readonly FaultRule[]>

// `setFaults` of the context checks rules and options for all callers.
const rules = described(v.any(), 'The faults from now on.')

export const setFaults: MoveOf<SetFaults, SetFaultsSteps> = {
  name: 'setFaults',
  effect: 'configures',
  group: 'Faults',
  summary: 'Replaces the faults of the endpoint; null ends all faults.',
  waits: 'fromOutside',
  parameters: [
    { name: 'faults', schema: rules },
    { name: 'options', schema: v.any() },
  ],
  run(endpoint, [rules, options], context) {
    context.setFaults(endpoint, rules, options)
  },
  result: nothing,
  outside: remoteCall(
    [
      {
        name: 'faults',
        description: 'A list of rules; or null.',
        schema: v.nullable(v.unknown()),
        described: v.nullable(v.array(faultRule)),
      },
      { name: 'options', schema: v.optional(object({ seed: v.optional(v.any()) })) },
    ],
    (rules, options) => {
      if (rules === undefined || rules === null) return [undefined, options]
      if (Array.isArray(rules)) return [rules, options]
      const problem = 'want a list of rules in the list of params: [[{ "fault": … }]]'
      throw new FaultError('faults', `${problem}; have ${typeof rules}`)
    },
  ),
  steps: {
    setFaults: {
      summary: 'The faults from now on. Calls are counted from 1 again.',
      takes: 'firstArgument',
      schema: faultRules,
      play: (perform, what, { seed }) => perform(what, { seed }),
      check: (what, { requireFaults }) => requireFaults(what),
    },
    clearFaults: {
      summary: 'Ends all faults.',
      omitted: true,
      schema: v.literal(true, wanted('true')),
      play: (perform, _, { seed }) => perform(undefined, { seed }),
    },
  },
  toStep: ([rules]) => (rules === undefined ? { clearFaults: true } : { setFaults: rules }),
  journal: { replacesEarlier: true },
}
