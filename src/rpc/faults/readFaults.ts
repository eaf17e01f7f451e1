import { FaultError } from '../../faults/faultError.ts'
import { SUBSCRIPTION } from '../../faults/matches.ts'
import { type ResolvedRule, resolveFaults } from '../../faults/resolveFaults.ts'
import { methodNames } from '../methods/methodRegistry.ts'
import { canName } from './blocksOfCall.ts'
import { misspelling } from './misspeltMethod.ts'
import { methodsOpenTo } from './openMethods.ts'

const known: readonly string[] = [...methodNames, SUBSCRIPTION]

/**
 * Checks fault rules, which may come from outside the program, including the spelling of the methods that they name.
 *
 * @param rules a list of `FaultRule`, as plain JSON
 * @param list the path of that list, for errors
 * @throws {FaultError} if one is invalid, or could never apply to the calls that it seems to be meant for
 */
export function readFaults(rules: unknown, list = 'faults'): readonly ResolvedRule[] {
  const resolved = resolveFaults(rules, list)
  for (const [index, rule] of resolved.entries()) {
    if (rule.methods === undefined) continue
    const path = `${list}[${index}].methods`
    for (const method of rule.methods) {
      const problem = misspelling(method, known)
      if (problem !== undefined) throw new FaultError(path, problem)
    }
    requireApplicable(rule, rule.methods, path)
    const { named, methods } = rule
    if (named === undefined || methods.some((method) => canName(method, named))) continue
    const problem = `calls of ${methods.join(', ')} name no block by ${named}`
    throw new FaultError(`${list}[${index}].named`, problem)
  }
  return resolved
}

function requireApplicable(
  { fault, scope }: ResolvedRule,
  methods: readonly string[],
  path: string,
): void {
  const { targets, name = fault.kind } = scope
  if (targets === undefined) return
  const possible = methodsOpenTo(targets)
  if (methods.some((method) => possible.includes(method))) return
  const problem = `${name} does not apply to answers of ${methods.join(', ')}`
  throw new FaultError(path, `${problem}; it applies to those of: ${possible.join(', ')}`)
}
