import type { Fault } from '../../endpoint/faults/fault.ts'
import { FaultError } from '../../endpoint/faults/faultError.ts'
import { type ResolvedRule, resolveFaults } from '../../endpoint/faults/resolveFaults.ts'
import { methodNames } from '../methods/registry.ts'
import { methodsOf, SUBSCRIPTION } from './methodsOf.ts'
import { intendedMethods } from './misspeltMethod.ts'

const known: readonly string[] = [...methodNames, SUBSCRIPTION]

/**
 * Checks rules for faults, which may come from outside, and whether the methods that they name are spelt right.
 *
 * @param rules a list of `FaultRule`, as plain JSON
 * @param list path of that list, for errors
 * @throws {FaultError} where one is not as `FaultRule` says, or would never befall what it seems to be meant for
 */
export function readFaults(rules: unknown, list = 'faults'): readonly ResolvedRule[] {
  const resolved = resolveFaults(rules, list)
  for (const [place, { methods, fault }] of resolved.entries()) {
    if (methods === undefined) continue
    const path = `${list}[${place}].methods`
    for (const method of methods) requireWellSpelt(method, path)
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

/** Clients may call methods that are not served, and these calls may fail, too: so other names are allowed. */
function requireWellSpelt(method: string, path: string): void {
  const intended = intendedMethods(method, known)
  if (intended.length === 0) return
  const names = intended.join(', ').replace(/, ([^,]+)$/, ' or $1')
  throw new FaultError(path, `there is no method '${method}'; did you mean ${names}?`)
}
