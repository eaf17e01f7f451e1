import * as v from 'valibot'
import {
  consistent,
  described,
  type InputsOf,
  nonEmptyString,
  object,
  readInput,
  wholeNumber,
} from '../../primitives/input.ts'
import { InputError } from '../../primitives/inputError.ts'

/** Options for drawing a chain. */
export interface DrawOptions {
  /** Number of the first block. Default: 15 below the last. */
  readonly from?: number | undefined
  /** Number of the last block, at most 255 above `from`. Default: the highest known block, of any branch. */
  readonly to?: number | undefined
  /** What the picture shows, for readers who hear it. Default: which blocks it has. */
  readonly title?: string | undefined
}

/** An option for drawing is invalid; `option` names it. */
export class DrawOptionsError extends InputError {
  readonly option: string

  constructor(option: string, problem: string) {
    super('INVALID_OPTION', option, problem)
    this.option = option
  }
}

/** How many numbers a picture has at most, and by default. */
const NUMBERS_MAX = 256
const NUMBERS_SHOWN = 16

/** How each option is checked. */
export const drawInputs = {
  from: v.optional(
    described(wholeNumber(0), 'Number of the first block; by default 15 below the last.'),
  ),
  to: v.optional(
    described(
      wholeNumber(0),
      'Number of the last block, at most 255 above the first; by default the highest of any branch.',
    ),
  ),
  title: v.optional(
    described(
      v.pipe(nonEmptyString, v.maxLength(1000, 'at most 1000 characters')),
      'What the picture shows, for readers who hear it.',
    ),
  ),
} satisfies InputsOf<DrawOptions>

const drawOptions = v.pipe(
  object(drawInputs, { member: 'option', wanted: 'an object such as { from: 4, to: 12 }' }),
  consistent(({ from, to }) => {
    if (from === undefined || to === undefined) return undefined
    if (to < from) return { path: ['to'], problem: `${to} is less than from (${from})` }
    return to - from < NUMBERS_MAX
      ? undefined
      : {
          path: ['to'],
          problem: `at most ${NUMBERS_MAX} numbers, which is ${from + NUMBERS_MAX - 1}`,
        }
  }),
)

/**
 * Checks options for drawing.
 *
 * @throws {DrawOptionsError}
 */
export function resolveDrawOptions(options: DrawOptions): DrawOptions {
  return readInput(drawOptions, options, '', (path, problem) => {
    return new DrawOptionsError(path === '' ? 'options' : path, problem)
  })
}

/**
 * The numbers of the blocks that a picture shows.
 *
 * @param options resolved
 * @param highest number of a known block
 */
export function drawnRange(
  { from, to }: DrawOptions,
  highest: number,
): { readonly from: number; readonly to: number } {
  if (from === undefined) {
    const last = to ?? highest
    return { from: Math.max(0, last - NUMBERS_SHOWN + 1), to: last }
  }
  return { from, to: to ?? Math.max(from, Math.min(highest, from + NUMBERS_MAX - 1)) }
}

export function titleOf(
  { title }: DrawOptions,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  return title ?? `A chain, blocks ${from} to ${to}`
}
