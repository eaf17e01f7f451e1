import type { NamedBlocks, Parameter } from './arguments.ts'

/**
 * The blocks that the arguments of a call name.
 *
 * @param given as received
 * @returns undefined if they name none, or the method will refuse them
 */
export function namedBlocks(
  params: readonly Parameter[],
  given: readonly unknown[],
): NamedBlocks | undefined {
  const index = indexOfBlocks(params)
  const parameter = params[index]
  return parameter && blocksNamedBy(parameter, given[index])
}

/** The index of the parameter that names blocks, or -1. */
export function indexOfBlocks(params: readonly Parameter[]): number {
  return params.findIndex(({ blocksOf }) => blocksOf !== undefined)
}

/** The blocks that an argument names; undefined if the method will refuse it. */
export function blocksNamedBy(parameter: Parameter, given: unknown): NamedBlocks | undefined {
  // An omitted block is the head.
  const value = given ?? (parameter.required === false ? 'latest' : undefined)
  if (value === undefined) return undefined
  try {
    return parameter.blocksOf?.(parameter.read(value, 0))
  } catch {
    return undefined
  }
}
