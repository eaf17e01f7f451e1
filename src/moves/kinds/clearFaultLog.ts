import { faultLogOf } from '../../faults/endpointFaults.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'

export interface ClearFaultLog {
  /** Clears the fault log. */
  clearFaultLog(): void
}

export const clearFaultLog: MoveOf<ClearFaultLog> = {
  name: 'clearFaultLog',
  effect: 'configures',
  group: 'Faults',
  summary: 'Clears the fault log.',
  waits: 'never',
  parameters: [],
  run: (endpoint) => faultLogOf(endpoint)?.clear(),
  result: nothing,
}
