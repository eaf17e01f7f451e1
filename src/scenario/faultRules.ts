import * as v from 'valibot'
import { type FaultRule, faultRule } from '../faults/faultRule.ts'
import { checkedBy, checkedElsewhere, described } from '../primitives/input.ts'

const RULES_MAX = 1000

/** Fault rules in a scenario; `readFaults` makes the checks that a schema cannot. */
export const faultRules = described(
  checkedBy(v.pipe(v.array(faultRule), v.maxLength(RULES_MAX)), () => checkedElsewhere()),
  'The faults from now on. Calls are counted from 1 again.',
) as v.GenericSchema<unknown, readonly FaultRule[]>
