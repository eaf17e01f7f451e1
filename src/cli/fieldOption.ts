import { Option } from 'commander'
import * as v from 'valibot'
import { type Input, show } from '../primitives/input.ts'
import {
  type FieldText,
  flagText,
  namesText,
  numberText,
  plainText,
  rangeText,
} from './fieldText.ts'
import { withVariable } from './option.ts'

/** An option that sets an input field. */
export class FieldOption extends Option {
  /** of the field, as in errors: `limits` */
  readonly path: string
  readonly input: Input
  readonly text: FieldText

  constructor(flags: string, path: string, input: Input, text: FieldText) {
    super(flags)
    this.path = path
    this.input = input
    this.text = text
    // A getter, because most commands print no help, and collecting the descriptions of all options takes milliseconds.
    Object.defineProperty(this, 'description', { get: () => helpOf(this) })
  }

  /** What is wrong with text that could not be read; undefined for other values. */
  problemOf(value: unknown): string | undefined {
    const { noun, example } = this.text
    if (noun === undefined || typeof value !== 'string') return undefined
    return `${show(value)} is not a ${noun} such as ${example}`
  }

  /** The default of the field; undefined if it has none, or an empty one. */
  get fallback(): string | undefined {
    const fallback = v.getDefault(this.input as v.OptionalSchema<Input, unknown>)
    return fallback === undefined ? undefined : this.text.write(fallback) || undefined
  }
}

/**
 * An option that sets an input field. Its help, including the range, the choices and the default, comes from the schema
 * of the field, which also checks its value when the command starts.
 *
 * @param path of the field, as in errors
 * @param text how the field is written; by default it follows from the schema
 */
export function fieldOption(
  flags: string,
  path: string,
  input: Input,
  text: FieldText = textOf(input),
): FieldOption {
  const created = withVariable(new FieldOption(flags, path, input, text))
  const { type, options = [] } = schemaOf(input)
  if (text.read !== plainText.read) created.argParser((given, before) => text.read(given, before))
  if (type === 'picklist') created.argChoices = options.map(String)
  const fallback = v.getDefault(input as v.OptionalSchema<Input, unknown>)
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number'
  return isPlain ? created.default(fallback) : created
}

/** How a field is written, as far as its schema says. */
export function textOf(input: Input): FieldText {
  const { type, entries = {} } = schemaOf(input)
  if (type === 'number') return numberText
  if (type === 'boolean') return flagText
  if (type === 'picklist') return { ...plainText, placeholder: 'name' }
  if (type === 'strict_tuple') return rangeText
  if (type !== 'strict_object') return plainText
  const fallback = v.getDefault(input as v.OptionalSchema<Input, object | undefined>)
  const [first = 'name'] = Object.keys(entries)
  return namesText(fallback ?? { [first]: 1 })
}

function helpOf({ input, text, fallback }: FieldOption): string {
  const schema = schemaOf(input)
  const sentence = v.getDescription(input) ?? v.getDescription(schema)
  // Both numbers of a range have the same bounds.
  const [number = schema] = text === rangeText ? (schema.items ?? []) : []
  // The default is an example, too.
  const example = text.example && fallback === undefined ? `As in ${text.example}.` : undefined
  const parts = [sentence, boundsOf(number), example]
  return parts.filter((part) => part !== undefined).join(' ')
}

function boundsOf(schema: Input): string | undefined {
  const bound = (type: string) => actionsOf(schema).find((action) => action.type === type)
  const low = bound('min_value')?.requirement
  const high = bound('max_value')?.requirement ?? Number.MAX_SAFE_INTEGER
  const isOpen = high === Number.MAX_SAFE_INTEGER
  if (low === undefined || (low === 0 && isOpen)) return undefined
  return isOpen ? `At least ${low}.` : `${low} to ${high}.`
}

interface FieldSchema extends Input {
  /** of a choice */
  readonly options?: readonly unknown[]
  /** of a pair */
  readonly items?: readonly Input[]
  /** of an object */
  readonly entries?: Readonly<Record<string, Input>>
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
