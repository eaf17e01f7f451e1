import { Option } from 'commander'
import * as v from 'valibot'
import type { Input } from '../primitives/input.ts'
import { numberOrText, withVariable } from './option.ts'

/** An option that sets a field of input. */
export class FieldOption extends Option {
  /** of the field, as errors name it: `limits` */
  readonly path: string
  readonly input: Input

  constructor(flags: string, path: string, input: Input) {
    super(flags, helpOf(input))
    this.path = path
    this.input = input
  }
}

/**
 * An option that sets a field of input. What its help says, with the range, the choices and the default, comes from the
 * schema of the field; by the schema it is checked when the command begins.
 *
 * @param path of the field, as errors name it
 */
export function fieldOption(flags: string, path: string, input: Input): FieldOption {
  const created = withVariable(new FieldOption(flags, path, input))
  const { type, options } = shapeOf(input)
  if (type === 'number') created.argParser(numberOrText)
  if (type === 'picklist') created.argChoices = options.map(String)
  const fallback = v.getDefault(input as v.OptionalSchema<Input, unknown>)
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number'
  return isPlain ? created.default(fallback) : created
}

function helpOf(input: Input): string {
  const shape = shapeOf(input)
  const { min_value: low, max_value: high = Number.MAX_SAFE_INTEGER } = shape.requirements
  const sentence = v.getDescription(input) ?? v.getDescription(shape.schema) ?? ''
  if (low === undefined || (low === 0 && high === Number.MAX_SAFE_INTEGER)) return sentence
  return `${sentence} ${high === Number.MAX_SAFE_INTEGER ? `At least ${low}` : `${low} to ${high}`}.`
}

/** What help needs to know of a schema. */
interface Shape {
  /** the schema, without what makes the field optional */
  readonly schema: Input
  readonly type: string
  /** of a choice */
  readonly options: readonly unknown[]
  /** bounds of a number, by the names of valibot's actions */
  readonly requirements: Readonly<Record<string, number | undefined>>
}

function shapeOf(input: Input): Shape {
  const { wrapped: schema = input } = input as { readonly wrapped?: Input }
  const { type, options = [] } = schema as { readonly type: string; readonly options?: unknown[] }
  const requirements = Object.fromEntries(
    actionsOf(schema).map(({ type, requirement }) => [type, requirement]),
  )
  return { schema, type, options, requirements }
}

interface Action {
  readonly type: string
  readonly requirement?: number
  readonly pipe?: readonly Action[]
}

/** The actions of a schema's pipe, and of the pipes in it. */
function actionsOf(schema: object): readonly Action[] {
  const { pipe = [] } = schema as { readonly pipe?: readonly Action[] }
  return pipe.flatMap((item) => (item === schema ? [] : [item, ...actionsOf(item)]))
}
