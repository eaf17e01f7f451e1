import * as v from 'valibot'
import { ArgumentError, invalidArgument } from '../primitives/argumentError.ts'
import type { Hex } from '../primitives/hex.ts'
import {
  callback,
  type InputsOf,
  nonEmptyString,
  object,
  readInput,
  wholeNumber,
} from '../primitives/input.ts'
import type { WriteBlock } from './blockWriter.ts'
import { notRight } from './byHand/requireInput.ts'
import type { ViewedChain } from './chain.ts'
import type { SealedBlock } from './encoding/block.ts'

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

const writeBlock = callback<WriteBlock>()

const writtenBranch = object({
  label: nonEmptyString,
  write: writeBlock,
  options: object(writtenInputs, {
    member: 'option',
    wanted: 'an object such as { length: 2 }',
  }),
})

/**
 * @returns how many blocks to write
 * @throws {ArgumentError} if one of the arguments of `branch` is invalid
 */
export function readBranchLength(
  label: string,
  write: WriteBlock,
  options: WrittenBranchOptions,
): number {
  return readInput(writtenBranch, { label, write, options }, '', invalidArgument).options.length
}

/** @throws {ArgumentError} if it is not a function */
export function requireWriter(write: WriteBlock): void {
  readInput(writeBlock, write, 'write', invalidArgument)
}

/**
 * Finds the block to build a branch on.
 *
 * @throws {ArgumentError} if `from` does not name a block, or there is no such block
 */
export function blockToBuildOn(
  { tree, children }: Pick<ViewedChain, 'tree' | 'children'>,
  from: number | Hex,
): SealedBlock {
  const isHash = typeof from === 'string' && /^0x[0-9a-f]{64}$/i.test(from)
  if (!isHash && !Number.isSafeInteger(from)) {
    throw notRight('from', from, 'the number or the hash of a block')
  }
  const block = typeof from === 'number' ? tree.byNumber(from) : tree.byHash(from)
  if (block !== undefined) {
    // What a test has built stays, and so does what it is built on.
    children.retain(block)
    return block
  }
  throw new ArgumentError(`there is no block ${from} to build on`, 'NO_SUCH_BLOCK')
}
