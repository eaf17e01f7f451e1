import * as v from 'valibot'
import { faultsOf } from '../../faults/endpointFaults.ts'
import type { UnusedFault } from '../../faults/faultRule.ts'
import { object, wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'

export interface UnusedFaults {
  /**
   * The rules that have not applied since they were set, even if the log was cleared: they matched no call, or made no
   * difference. Check this at the end of a test, which might pass only because its faults never applied.
   */
  unusedFaults(): readonly UnusedFault[]
}

export const unusedFaults: MoveOf<UnusedFaults> = {
  name: 'unusedFaults',
  effect: 'reads',
  group: 'Faults',
  summary: 'Returns the rules that have not applied since they were set, and their indexes from 0.',
  waits: 'never',
  parameters: [],
  run: (endpoint) => faultsOf(endpoint)?.unused ?? [],
  result: {
    name: 'rules',
    schema: v.array(object({ index: wholeNumber(0), rule: v.unknown() })),
    from: (rules) => rules,
  },
}
