import * as v from 'valibot'
import { TIMEOUT_MAX, type WaitOptions } from '../endpoint/activity/waits.ts'
import { abortSignal, described, type InputsOf, object, wholeNumber } from '../primitives/input.ts'
import type { MoveContext } from './move.ts'

/** Options of a wait from outside. */
export const timeout = v.optional(
  described(
    wholeNumber(0, TIMEOUT_MAX),
    'Milliseconds after which the wait fails; 0 checks once. Default 4000.',
  ),
)

/** Options of a wait in code. */
export const waitInputs = {
  timeout,
  signal: v.optional(abortSignal),
} satisfies InputsOf<WaitOptions>

export const waitOptions = v.optional(
  object(waitInputs, { member: 'option', wanted: 'an object such as { timeout: 1000 }' }),
)

/** Adds the end of the wait when its client disconnects. */
export function waitWith(options: WaitOptions = {}, { signal }: MoveContext): WaitOptions {
  return { timeout: options.timeout, signal: signal ?? options.signal }
}
