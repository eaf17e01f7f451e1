import * as v from 'valibot'
import {
  abortSignal,
  boolean,
  callback,
  type InputsOf,
  object,
  readInput,
} from '../primitives/input.ts'
import type { LoadOptions } from './json/loadBlocks.ts'
import { loadLimits } from './loadLimits.ts'
import { LoadOptionsError } from './loadOptionsError.ts'

const loadInputs = {
  verify: v.optional(boolean, true),
  verifySignatures: v.optional(boolean, false),
  limits: v.optional(loadLimits),
  onProgress: v.optional(callback<NonNullable<LoadOptions['onProgress']>>()),
  signal: v.optional(abortSignal),
} satisfies InputsOf<LoadOptions>

const loadOptions = object(loadInputs, {
  member: 'option',
  wanted: 'an object such as { verify: false }',
})

/**
 * Checks the options and fills in their defaults.
 *
 * @throws {LoadOptionsError}
 */
export function resolveLoadOptions(given: LoadOptions) {
  return readInput(loadOptions, given, '', (path, problem) => {
    return new LoadOptionsError(path || 'options', problem)
  })
}
