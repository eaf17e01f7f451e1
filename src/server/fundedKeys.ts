import * as v from 'valibot'
import { readInput } from '../primitives/input.ts'
import { type ServeOptions, ServeOptionsError } from './options.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** Stands for every key that is not listed. */
const OTHERS = '*'

const keys = v.optional(v.array(v.string()), [])

/**
 * Which endpoints begin with funded accounts on a fork, as a journal has it: with `*` all but those of the keys, otherwise
 * only these. So further keys do not change it.
 */
export function fundedKeys({
  dialect: others,
  apiKeys,
}: Pick<ResolvedServeOptions, 'dialect' | 'apiKeys'>): string[] {
  const areOthers = others === 'anvil'
  const exceptions = apiKeys.filter(
    ({ dialect = others, endpointOf }) =>
      endpointOf === undefined && (dialect === 'anvil') !== areOthers,
  )
  return [...(areOthers ? [OTHERS] : []), ...exceptions.map(({ key }) => key)]
}

/**
 * Options with which the same endpoints begin with funded accounts: the inverse of `fundedKeys`.
 *
 * @param written in a journal
 * @throws {ServeOptionsError} if it is not a list of keys
 */
export function optionsOfFunded(written: unknown): Pick<ServeOptions, 'dialect' | 'apiKeys'> {
  const fail = (at: string, problem: string) => new ServeOptionsError(at, problem)
  const funded = readInput(keys, written, 'funded', fail)
  const areOthers = funded.includes(OTHERS)
  const apiKeys = funded
    .filter((key) => key !== OTHERS)
    .map((key) => ({ key, dialect: areOthers ? ('infura' as const) : ('anvil' as const) }))
  return {
    dialect: areOthers ? 'anvil' : undefined,
    apiKeys: apiKeys.length === 0 ? undefined : apiKeys,
  }
}
