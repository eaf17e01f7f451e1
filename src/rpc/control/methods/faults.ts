import { faultLogOf, faultsOf } from '../../../faults/endpointFaults.ts'
import { FaultError } from '../../../faults/faultError.ts'
import { decodeArguments, requireArguments } from '../../params/arguments.ts'
import { describe } from '../../params/hexNumber.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { members } from '../params/members.ts'

/**
 * Makes things go wrong at the endpoint from now on, in place of what went wrong before; never at its control address.
 *
 * 1. array of rules (docs/testing.md, Faults); or null: nothing goes wrong any more
 * 2. object with `seed`, what chance is drawn by; may be left out
 *
 * Result: null.
 *
 * @throws {RequestError} INVALID_PARAMS
 * @throws {FaultError} where a rule is wrong
 */
export const ommer_setFaults: ControlMethod = async (params, { endpoint, endpoints }) => {
  // Null is a word of its own, and not to be taken for what was forgotten.
  requireArguments(params, 1)
  const [rules, options = {}] = decodeArguments(params, [], [ruleList, faultOptions])
  await endpoint.inTurn(() => endpoints.setFaults(endpoint, rules, options))
}

/** What its rules are is for `setFaults` to say. */
function ruleList(value: unknown): unknown {
  if (Array.isArray(value)) return value
  const problem = 'want a list of rules in the list of params: [[{ "fault": … }]]'
  throw new FaultError('faults', `${problem}; have ${describe(value)}`)
}

function faultOptions(value: unknown, at: number): object {
  return members(value, at, ['seed'])
}

/** Result: array of objects, what was injected since the log was cleared, whichever rules were set, oldest first. */
export const ommer_faultLog: ControlMethod = (params, { endpoint }) => {
  decodeArguments(params, [])
  return faultLogOf(endpoint)?.entries ?? []
}

/** Result: array of objects, the rules that have applied to nothing since they were set, and their indices from 0. */
export const ommer_unusedFaults: ControlMethod = (params, { endpoint }) => {
  decodeArguments(params, [])
  return faultsOf(endpoint)?.unused ?? []
}

/** Forgets what was injected so far. Result: null. */
export const ommer_clearFaultLog: ControlMethod = (params, { endpoint }) => {
  decodeArguments(params, [])
  faultLogOf(endpoint)?.clear()
}
