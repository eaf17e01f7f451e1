import * as v from 'valibot'
import {
  callback,
  type InputsOf,
  nonEmptyString,
  object,
  readInput,
  wholeNumber,
} from '../primitives/input.ts'
import type { WriteBlock } from './blockWriting.ts'

/** Options for the first block of a branch. */
export interface BranchOptions {
  /** In seconds since 1970, above the parent's. Default: drawn from the seed. */
  readonly timestamp?: number | undefined
}

/** Options for a branch that is written by hand. */
export interface WrittenBranchOptions {
  /** How many blocks, at least 1. Default 1. */
  readonly length?: number | undefined
}

const writtenInputs = {
  length: v.optional(wholeNumber(1), 1),
} satisfies InputsOf<WrittenBranchOptions>

const writtenBranch = object({
  label: nonEmptyString,
  write: callback<WriteBlock>(),
  options: object(writtenInputs, {
    member: 'option',
    wanted: 'an object such as { length: 2 }',
  }),
})

/**
 * @returns how many blocks to write
 * @throws {RangeError} if one of the arguments of `branch` is invalid
 */
export function readBranchLength(
  label: string,
  write: WriteBlock,
  options: WrittenBranchOptions,
): number {
  const fail = (path: string, problem: string) => new RangeError(`${path}: ${problem}`)
  return readInput(writtenBranch, { label, write, options }, '', fail).options.length
}
