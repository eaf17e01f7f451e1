import { type FinalityRule, finalityRule as finalitySchema } from '../endpoint/finality.ts'
import { FaultError } from '../faults/faultError.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import { type Reader, requireObject } from '../faults/readers.ts'
import { type LagOptions, lagOptions as lagSchema } from '../moves/kinds/setLag.ts'
import { type Input, oneOf, readInput } from '../primitives/input.ts'
import { readFaults } from '../rpc/faults/readFaults.ts'
import type { PlayableStep } from './step.ts'
import { stepContents } from './stepSchema.ts'

function readerOf<T>(schema: Input<T>): Reader<T> {
  return (value, path) =>
    readInput(schema, value, path, (at, problem) => new FaultError(at, problem))
}

export const finalityRule: Reader<FinalityRule> = readerOf(finalitySchema)

export const lagOptions: Reader<LagOptions> = readerOf(lagSchema)

/** Rules stay as they were written: the endpoint reads them once more. */
export const faultRules: Reader<readonly FaultRule[]> = (value, path) => {
  try {
    readFaults(value)
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const place = error.path.replace(/^faults/, path)
    throw new FaultError(place, error.message.slice(error.path.length + 2))
  }
  return value as readonly FaultRule[]
}

const names = [...stepContents.keys()]

/** @param keys of the endpoints, the first of which is the default */
export function readStep(keys: readonly [string, ...string[]]): Reader<PlayableStep> {
  const key = readerOf(oneOf(...keys))
  return (value, path) => {
    requireObject(value, path, ' such as { mine: 1 }')
    const { endpoint = keys[0], ...rest } = value
    const [name, ...others] = Object.keys(rest)
    if (name === undefined || others.length > 0) {
      const problem = `want one of ${names.join(', ')}, and endpoint beside it; have ${Object.keys(value).join(', ') || 'nothing'}`
      throw new FaultError(path, problem)
    }
    const schema = stepContents.get(name)
    if (schema === undefined) {
      const problem = `there is no such step; those known are: ${names.join(', ')}`
      throw new FaultError(`${path}.${name}`, problem)
    }
    const read = name === 'setFaults' ? faultRules : readerOf(schema)
    const what = read(rest[name], `${path}.${name}`)
    return { name, what, endpoint: key(endpoint, `${path}.endpoint`) } as PlayableStep
  }
}
