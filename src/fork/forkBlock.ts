import * as v from 'valibot'
import { readHash } from '../formats/readHash.ts'
import type { Hex } from '../primitives/hex.ts'
import { show } from '../primitives/input.ts'
import { readQuantity } from '../record/quantity.ts'

const TAGS = ['latest', 'safe', 'finalized', 'earliest'] as const

/** The block that a fork goes on from: by number, hash or tag. A negative number counts back from `latest`. */
export type ForkBlock = number | Hex | (typeof TAGS)[number]

/** A block as options name it; text may have its number, too. */
export const forkBlock = v.custom<ForkBlock>(
  (value) => readForkBlock(value) !== undefined,
  ({ input }) => `${show(input)} is not a number, a hash, or one of: ${TAGS.join(', ')}`,
)

/** @returns undefined if it names no block */
export function readForkBlock(value: unknown): ForkBlock | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  const tag = TAGS.find((each) => each === value)
  if (tag !== undefined) return tag
  if (/^-?\d{1,15}$/.test(String(value))) return Number(value)
  return readHash(value) ?? readQuantity(value)
}
