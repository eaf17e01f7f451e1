import { Option } from 'commander'
import * as v from 'valibot'
import type { Input } from '../primitives/input.ts'
import { numberOrText, withVariable } from './option.ts'

/** An option that sets an input field. */
export class FieldOption extends Option {
  /** of the field, as in errors: `limits` */
  readonly path: string
  readonly input: Input

  constructor(flags: string, path: string, input: Input) {
    super(flags)
    this.path = path
    this.input = input
    // A getter, because most commands print no help, and collecting the descriptions of all options takes milliseconds.
    Object.defineProperty(this, 'description', { get: () => helpOf(input) })
  }
}

/**
 * An option that sets an input field. Its help, including the range, the choices and the default, comes from the schema
 * of the field, which also checks its value when the command starts.
 *
 * @param path of the field, as in errors
 */
export function fieldOption(flags: string, path: string, input: Input): FieldOption {
  const created = withVariable(new FieldOption(flags, path, input))
  const { type, options = [] } = schemaOf(input)
  if (type === 'number') created.argParser(numberOrText)
  if (type === 'picklist') created.argChoices = options.map(String)
  const fallback = v.getDefault(input as v.OptionalSchema<Input, unknown>)
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number'
  return isPlain ? created.default(fallback) : created
}

function helpOf(input: Input): string {
  const schema = schemaOf(input)
  const sentence = v.getDescription(input) ?? v.getDescription(schema) ?? ''
  const bound = (type: string) => actionsOf(schema).find((action) => action.type === type)
  const low = bound('min_value')?.requirement
  const high = bound('max_value')?.requirement ?? Number.MAX_SAFE_INTEGER
  const isOpen = high === Number.MAX_SAFE_INTEGER
  if (low === undefined || (low === 0 && isOpen)) return sentence
  return `${sentence} ${isOpen ? `At least ${low}` : `${low} to ${high}`}.`
}

interface FieldSchema extends Input {
  /** of a choice */
  readonly options?: readonly unknown[]
}

/** The schema of a field, without the wrapper that makes the field optional. */
function schemaOf(input: Input & { readonly wrapped?: Input }): FieldSchema {
  return input.wrapped ?? input
}

interface Action {
  readonly type: string
  readonly requirement?: number
  readonly pipe?: readonly Action[]
}

/** The actions of a schema's pipe, and of nested pipes. */
function actionsOf(schema: object): readonly Action[] {
  const { pipe = [] } = schema as { readonly pipe?: readonly Action[] }
  return pipe.flatMap((item) => (item === schema ? [] : [item, ...actionsOf(item)]))
}
