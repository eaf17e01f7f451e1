import * as v from 'valibot'
import type { Input } from '../primitives/input.ts'
import { type FieldOption, fieldOption } from './fieldOption.ts'
import { namesText } from './fieldText.ts'

type Limits = v.StrictObjectSchema<v.ObjectEntries, undefined>

/**
 * An option for limits, each as in `batchSize=10`. Its help lists all with their defaults.
 *
 * @param example for help and errors
 */
export function limitsOption(
  name: string,
  path: string,
  input: Input & { readonly wrapped?: Input },
  example: object,
): FieldOption {
  const text = namesText(example)
  const limits = v.getDefaults((input.wrapped ?? input) as Limits)
  // Where there is no number, the dialect has one.
  const shown = Object.entries(limits).map(([limit, value]) =>
    value === undefined ? limit : `${limit}=${value}`,
  )
  return fieldOption(`--${name} <${text.placeholder}>`, path, input, text).default(
    {},
    shown.join(', '),
  )
}
