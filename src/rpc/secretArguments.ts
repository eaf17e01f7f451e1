import type { Parameter as MoveParameter } from '../moves/move.ts'
import { controlMethods } from './control/controlRegistry.ts'
import { methodsByName } from './methods/methodRegistry.ts'
import type { Parameter } from './params/arguments.ts'

type MaySecret = Pick<Parameter & MoveParameter, 'secret'>

/** The parameters of all methods, by the name of the method. */
const parameters: ReadonlyMap<string, readonly MaySecret[]> = new Map<string, readonly MaySecret[]>(
  [
    ...[...controlMethods].map(([name, { parameters }]) => [name, parameters] as const),
    ...[...methodsByName].map(([name, { params }]) => [name, params] as const),
  ],
)

/** The indexes of the arguments of a method that a log must not show; undefined if there is no such method. */
export function secretArguments(method: string): readonly number[] | undefined {
  return parameters.get(method)?.flatMap(({ secret }, index) => (secret === 'all' ? [index] : []))
}

/** The names of members that a log must not show, whatever the method: a client may have misspelled that. */
export const secretMembers: ReadonlySet<string> = new Set(
  [...parameters.values()].flat().flatMap(({ secret }) => (Array.isArray(secret) ? secret : [])),
)
