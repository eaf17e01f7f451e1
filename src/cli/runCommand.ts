import type { Command, Option } from 'commander'
import { OmmerError } from '../primitives/errors.ts'
import { readInput } from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import { FieldOption } from './fieldOption.ts'

/** An option of the command line is wrong. */
class OptionError extends OmmerError {
  /** @param name as given: `--port`, or `OMMER_PORT` */
  constructor(name: string, problem: string, options?: ErrorOptions) {
    super('INVALID_OPTION', `${name}: ${problem}`, options)
  }
}

/**
 * Sets the action of a command. Its options are checked first, by the schemas of their fields. If the action itself
 * finds an option wrong, its error names the option, too.
 */
export function runCommand<Given>(
  command: Command,
  run: (given: Given, command: Command) => Promise<void>,
): Command {
  // Commander passes the arguments that are no options first.
  return command.action(async (...args: unknown[]) => {
    const command = args.at(-1) as Command
    const given = command.opts() as Given
    try {
      for (const each of command.options) requireFit(each, command)
      await run(given, command)
    } catch (error) {
      throw error instanceof InputError ? inTermsOfOptions(error, command) : error
    }
  })
}

function requireFit(each: Option, command: Command): void {
  const value = command.getOptionValue(each.attributeName())
  if (!(each instanceof FieldOption) || value === undefined) return
  const fail = (path: string, problem: string) => new InputError('INVALID_OPTION', path, problem)
  const unread = each.problemOf(value)
  if (unread !== undefined) throw fail(each.path, unread)
  readInput(each.input, value, each.path, fail)
}

/** Names the option in an error: `limits.batchSize` becomes `--limit batchSize`. Other errors are unchanged. */
function inTermsOfOptions(error: InputError, command: Command): InputError | OptionError {
  // `control.token` belongs to `control`.
  const [set] = command.options
    .map((each) => ({ each, path: fieldOf(each) }))
    .filter(({ path }) => isWithin(error.path, path))
    .toSorted((one, other) => other.path.length - one.path.length)
  if (set === undefined) return error
  const isFromVariable = command.getOptionValueSource(set.each.attributeName()) === 'env'
  const name = isFromVariable ? set.each.envVar : set.each.long
  const member = error.path.slice(set.path.length)
  // Lists are given item by item, so the index means nothing to the user.
  const which = member.startsWith('.') ? ` ${member.slice(1)}` : ''
  return new OptionError(`${name}${which}`, error.problem, { cause: error })
}

/** The path of the field that an option sets: `--no-mining` sets `automine`. */
function fieldOf(option: Option): string {
  if (option instanceof FieldOption) return option.path
  const name = option.attributeName()
  return name === 'mining' ? 'automine' : name
}

function isWithin(path: string, field: string): boolean {
  return path.startsWith(field) && /^(?:$|[.[])/.test(path.slice(field.length))
}
