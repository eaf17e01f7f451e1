import type { Scope } from '../../faults/kind.ts'
import { SUBSCRIPTION } from '../../faults/matches.ts'
import type { FaultTarget } from '../../faults/target.ts'
import { methodsByName, methodsWith } from '../methods/methodRegistry.ts'

const sending = methodsWith('sends')

/** By the names of methods, and of notifications: what their answers have that some faults change. */
const targetsByMethod: ReadonlyMap<string, readonly FaultTarget[]> = new Map([
  ...[...methodsByName].map(([name, { faults = [], params }]) => {
    const looksUp = params.some((parameter) => parameter.name === 'transactionHash')
    const targets = [...faults]
    if (looksUp) targets.push('lookup')
    if (sending.has(name)) targets.push('sent')
    return [name, targets] as const
  }),
  [SUBSCRIPTION, ['header', 'notifiedLog']],
])

/** What answers of a method have that some faults change. */
export function targetsOf(method: string): readonly FaultTarget[] {
  return targetsByMethod.get(method) ?? []
}

/** Whether a fault changes answers of a method. */
export function isOpenTo({ targets, spares = [] }: Scope, method: string): boolean {
  const has = targetsOf(method)
  if (has.some((target) => spares.includes(target))) return false
  return targets === undefined || has.some((target) => targets.includes(target))
}

/** The methods whose answers have one of some things that faults change. */
export function methodsOpenTo(targets: readonly FaultTarget[]): readonly string[] {
  return [...targetsByMethod.keys()].filter((method) => isOpenTo({ targets }, method))
}
