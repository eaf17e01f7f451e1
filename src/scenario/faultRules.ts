import * as v from 'valibot'
import { type FaultRule, faultRule } from '../faults/faultRule.ts'
import { checkedBy, checkedElsewhere, described } from '../primitives/input.ts'

const RULES_MAX = 1000

/** Rules for faults as a scenario has them; `readFaults` checks them, and more than a schema can. */
export const faultRules: v.GenericSchema<unknown, readonly FaultRule[]> = described(
  checkedBy(v.pipe(v.array(faultRule), v.maxLength(RULES_MAX)), () => checkedElsewhere()),
  'What goes wrong from now on. Calls are counted anew.',
) as never
