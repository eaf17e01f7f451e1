import type { FinalityRule } from '../../../endpoint/finality.ts'
import { decodeArguments, invalidArgument } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { members, required } from '../params/members.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Sets where `safe` and `finalized` stand.
 *
 * 1. object with `safe` and `finalized`, how many blocks behind the head; or `"stalled"`, where they are now; or
 *    `"absent"`, nowhere
 *
 * Result: null.
 */
export const ommer_setFinality: ControlMethod = async (params, { endpoint }) => {
  const [rule] = decodeArguments(params, [finalityRule])
  await endpoint.inTurn(() => endpoint.setFinality(rule))
}

function finalityRule(value: unknown, position: number): FinalityRule {
  if (value === 'stalled' || value === 'absent') return value
  if (typeof value === 'string') {
    throw invalidArgument(position, 'want "stalled", "absent", or an object')
  }
  const { safe, finalized } = members(value, position, ['safe', 'finalized'])
  return {
    safe: required('safe', safe, position, wholeNumber),
    finalized: required('finalized', finalized, position, wholeNumber),
  }
}
