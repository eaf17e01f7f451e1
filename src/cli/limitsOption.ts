import type { Input } from '../primitives/input.ts'
import { type FieldOption, fieldOption } from './fieldOption.ts'
import { namesText } from './fieldText.ts'

/**
 * An option for limits, each as in `batchSize=10`.
 *
 * @param example for help and errors
 * @param page of the documentation that lists them
 */
export function limitsOption(
  name: string,
  path: string,
  input: Input,
  example: object,
  page: string,
): FieldOption {
  const text = namesText(example)
  return fieldOption(`--${name} <${text.placeholder}>`, path, input, text).default(
    {},
    `see ${page}`,
  )
}
