import { Option } from 'commander'
import { PREFIX } from '../primitives/ownVariables.ts'
import { leavesSwitch } from '../primitives/switchVariable.ts'

const variables = new Set<string>()

/** The environment variables of all options that were made. */
export const optionVariables: ReadonlySet<string> = variables

/** An option that an environment variable can set: `--api-key` and `OMMER_API_KEY`. */
export function option(flags: string, description: string): Option {
  return withVariable(new Option(flags, description))
}

/** Whether the environment variable of a switch says that it is off, such as `OMMER_DEV=0`. */
export function isSwitchedOff(created: Option): boolean {
  const value = process.env[variableOf(created)]
  return created.isBoolean() && value !== undefined && value !== '' && leavesSwitch(value)
}

function variableOf(created: Option): string {
  return `${PREFIX}${created.name().replaceAll('-', '_').toUpperCase()}`
}

/** Adds the environment variable that sets an option. */
export function withVariable<T extends Option>(created: T): T {
  const variable = variableOf(created)
  variables.add(variable)
  // Commander treats any value of a switch as "on".
  const isSwitch = created.isBoolean() || created.negate
  const isOff = isSwitch && leavesSwitch(process.env[variable])
  const isEmpty = process.env[variable] === ''
  if (!isOff && !isEmpty) created.env(variable)
  return created
}

/** A number, or the text itself if it is not one: then the schema of the field reports the error. */
export function numberOrText(text: string): number | string {
  return /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}
