import type { Fault } from '../../endpoint/faults/fault.ts'
import { FaultError } from '../../endpoint/faults/faultError.ts'
import { type ResolvedRule, resolveFaults } from '../../endpoint/faults/resolveFaults.ts'
import { editDistance } from '../../primitives/editDistance.ts'
import { methodNames } from '../methods/registry.ts'
import { methodsOf, SUBSCRIPTION } from './methodsOf.ts'

/** A name that is so close to that of a method, and none, is a slip of the pen. */
const SLIP_MAX = 2

const known: readonly string[] = [...methodNames, SUBSCRIPTION]

/**
 * Checks rules for faults, which may come from outside, and whether the methods that they name are well written.
 *
 * @param rules a list of `FaultRule`, as plain JSON
 * @throws {FaultError} where one is not as `FaultRule` says, or would never befall what it seems to be meant for
 */
export function readFaults(rules: unknown): readonly ResolvedRule[] {
  const resolved = resolveFaults(rules)
  for (const [place, { methods, fault }] of resolved.entries()) {
    if (methods === undefined) continue
    const path = `faults[${place}].methods`
    for (const method of methods) requireNoSlip(method, path)
    requireBefallen(fault, methods, path)
  }
  return resolved
}

function requireBefallen(fault: Fault, methods: readonly string[], path: string): void {
  const befallen = methodsOf(fault)
  if (befallen === undefined || methods.some((method) => befallen.includes(method))) return
  const what = fault.kind === 'corrupt' && 'what' in fault ? fault.what : fault.kind
  const problem = `${what} befalls no answer of ${methods.join(', ')}`
  throw new FaultError(path, `${problem}; it does befall those of: ${befallen.join(', ')}`)
}

/** Clients may ask what is not served, and that may go wrong, too: so other names are allowed. */
function requireNoSlip(method: string, path: string): void {
  if (known.includes(method)) return
  const written = method.toLowerCase()
  let least = Number.POSITIVE_INFINITY
  let meant: string | undefined
  for (const name of known) {
    const distance = editDistance(name.toLowerCase(), written, SLIP_MAX)
    if (distance === undefined || distance >= least) continue
    least = distance
    meant = name
  }
  if (meant === undefined) return
  throw new FaultError(path, `'${method}' is no method; is ${meant} meant?`)
}
