/**
 * Random draws that depend on nothing but a key.
 *
 * Every decision of the generator has its own key (the subject, the block, the index), so that adding a decision
 * changes no other. It draws whole numbers only, so that floating-point rounding never matters. The generator is
 * xoshiro128** (Blackman and Vigna, 2018), seeded with a hash of the key.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(key: string) {
    // Four FNV-1a hashes of the key with different primes and offsets, mixed at the end so that each bit depends on
    // every character. A chain draws too often for a cryptographic hash.
    let a = 0x811c9dc5
    let b = 0x9e3779b9
    let c = 0x85ebca6b
    let d = 0xc2b2ae35
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca77) ^ (a >>> 15)
      c = Math.imul(c ^ code, 0xc2b2ae3d) ^ (b >>> 13)
      d = Math.imul(d ^ code, 0x27d4eb2f) ^ (c >>> 16)
    }
    this.#a = mix32(a ^ d)
    this.#b = mix32(b + this.#a)
    this.#c = mix32(c + this.#b)
    this.#d = mix32(d + this.#c) | 1 // xoshiro is stuck at zero if its whole state is zero
  }

  /** 0 to 2^32 - 1 */
  uint32(): number {
    const product = Math.imul(this.#b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9)
    const shifted = this.#b << 9
    this.#c ^= this.#a
    this.#d ^= this.#b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= shifted
    this.#d = (this.#d << 11) | (this.#d >>> 21)
    return result >>> 0
  }

  /** 0 to `bound` - 1, each equally likely; `bound` is 1 to 2^32. */
  below(bound: number): number {
    const fair = 0x1_0000_0000 - (0x1_0000_0000 % bound)
    let drawn = this.uint32()
    while (drawn >= fair) drawn = this.uint32()
    return drawn % bound
  }

  /** `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** True in `part` of `whole` cases: a ratio, not a floating-point probability. */
  chance(part: number, whole: number): boolean {
    return this.below(whole) < part
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from')
    return items[this.below(items.length)] as T
  }

  /** An item, each as often as its weight says, which is a whole number; undefined if all weights are 0. */
  pickWeighted<T>(items: readonly (readonly [item: T, weight: number])[]): T | undefined {
    const sum = items.reduce((total, [, weight]) => total + weight, 0)
    if (sum === 0) return undefined
    let at = this.below(sum)
    for (const [item, weight] of items) {
      at -= weight
      if (at < 0) return item
    }
    return undefined
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += 4) {
      const drawn = this.uint32()
      for (let k = 0; k < 4 && at + k < length; k++) bytes[at + k] = drawn >>> (8 * k)
    }
    return bytes
  }
}

/** The finalizer of MurmurHash3: each bit of the input moves about half of the output's. */
export function mix32(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
