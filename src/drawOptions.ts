import * as v from 'valibot'
import { type InputsOf, nonEmptyString, object, wholeNumber } from './primitives/input.ts'

/** Which blocks a picture shows. */
export interface DrawOptions {
  /** The first number. Default: 15 below the last. */
  readonly from?: number | undefined
  /** The last number. Default: that of the head, or of the highest block of another branch. */
  readonly to?: number | undefined
  /** Default: the numbers of the blocks. */
  readonly title?: string | undefined
}

export const drawInputs = {
  from: v.optional(wholeNumber(0)),
  to: v.optional(wholeNumber(0)),
  title: v.optional(nonEmptyString),
} satisfies InputsOf<DrawOptions>

export const drawOptions = object(drawInputs, {
  member: 'option',
  wanted: 'an object such as { from: 0, to: 12 }',
})
