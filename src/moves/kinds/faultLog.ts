import * as v from 'valibot'
import { faultLogOf } from '../../faults/endpointFaults.ts'
import type { InjectedFault } from '../../faults/faultLog.ts'
import type { MoveOf } from '../move.ts'

export interface FaultLogMove {
  /** The faults that were applied since the log was last cleared, across changes of rules: the last 10,000 entries. */
  faultLog(): readonly InjectedFault[]
}

export const faultLog: MoveOf<FaultLogMove> = {
  name: 'faultLog',
  effect: 'reads',
  group: 'Faults',
  summary: 'Returns the faults that were applied since the log was last cleared, oldest first.',
  waits: 'never',
  parameters: [],
  run: (endpoint) => faultLogOf(endpoint)?.entries ?? [],
  result: { name: 'entries', schema: v.array(v.unknown()), from: (entries) => entries },
}
