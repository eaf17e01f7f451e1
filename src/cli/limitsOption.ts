import { InvalidArgumentError } from 'commander'
import type { Input } from '../primitives/input.ts'
import { type FieldOption, fieldOption } from './fieldOption.ts'
import { numberOrText } from './option.ts'

type Limits = Readonly<Record<string, number | string>>

/**
 * An option for limits, each as in `batchSize=10`.
 *
 * @param page of the documentation that lists them
 */
export function limitsOption(name: string, path: string, input: Input, page: string): FieldOption {
  const created = fieldOption(`--${name} <name=value>`, path, input)
  created.argParser(appendLimits).default({}, `see ${page}`)
  return created
}

/** Adds `batchSize=10` to limits. In an environment variable, several are separated by commas. */
function appendLimits(text: string, limits: Limits): Limits {
  const entries = text.split(',').map((each): [string, number | string] => {
    const [, name, value] = /^(\w+)=(.+)$/.exec(each) ?? []
    if (name !== undefined && value !== undefined) return [name, numberOrText(value)]
    throw new InvalidArgumentError('Want a name and a number, as in name=10.')
  })
  return { ...limits, ...Object.fromEntries(entries) }
}
