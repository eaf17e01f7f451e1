import { keccak256 } from '../../primitives/keccak.ts'

/** An address or a slot is searched whose hash begins with a path. */
export interface NameSearch {
  /** in bytes: that of an address or a slot */
  readonly length: number
  /** whose first nibbles are the path */
  readonly start: Uint8Array
  /** of the path */
  readonly nibbles: number
}

/** After how many names a search ends: that none is found until then has a probability below e^-12. */
export function namesMax({ nibbles }: NameSearch): number {
  return 12 * 16 ** nibbles
}

/** A name by its number. */
export function nameAt(number: number, length: number): Uint8Array {
  const name = new Uint8Array(length)
  name[length - 1] = number
  name[length - 2] = number >>> 8
  name[length - 3] = number >>> 16
  name[length - 4] = number >>> 24
  return name
}

/**
 * Searches among the names from one number to another. The same search finds the same name.
 *
 * @returns the first one that is found
 */
export function searchName(
  { length, start, nibbles }: NameSearch,
  from: number,
  to: number,
): Uint8Array | undefined {
  const bytes = nibbles >> 1
  const half = nibbles & 1 ? (start[bytes] as number) >> 4 : undefined
  for (let count = from; count < to; count++) {
    const name = nameAt(count, length)
    const hash = keccak256(name)
    let same = 0
    while (same < bytes && hash[same] === start[same]) same++
    if (same < bytes) continue
    if (half === undefined || (hash[bytes] as number) >> 4 === half) return name
  }
  return undefined
}
