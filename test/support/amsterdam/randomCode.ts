import type { Draws } from './draws.ts'

type Bytes = readonly number[]

/** A PUSH of a number, in as many bytes as it needs. */
function push(value: bigint | number): Bytes {
  const hex = BigInt(value).toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return [0x5f + bytes.length, ...bytes]
}

function pushBytes(bytes: Uint8Array): Bytes {
  return [0x5f + bytes.length, ...bytes]
}

/** Writes code that touches everything that Amsterdam prices or lists. */
export class RandomCode {
  readonly #draws: Draws
  readonly #addresses: readonly Uint8Array[]

  /** @param addresses that code refers to */
  constructor(draws: Draws, addresses: readonly Uint8Array[]) {
    this.#draws = draws
    this.#addresses = addresses
  }

  /** @param depth how much code inside code may still be written */
  write(depth = 2): Uint8Array {
    return Uint8Array.from(this.#steps(depth, 1, 9))
  }

  #steps(depth: number, from: number, to: number): number[] {
    return this.#draws.list(from, to, () => this.#step(depth)).flat()
  }

  #step(depth: number): Bytes {
    const draws = this.#draws
    const { below } = { below: (count: number) => draws.below(count) }
    const kinds: readonly (() => Bytes)[] = [
      () => this.#store(),
      () => this.#store(),
      () => [...push(below(4)), 0x54, 0x50],
      // The gas that is left shows every difference.
      () => [0x5a, ...push(10 + below(3)), 0x55],
      () => [...this.#address(), draws.of([0x31, 0x3b, 0x3f]), 0x50],
      () => [...push(below(70)), ...push(0), ...push(below(40)), ...this.#address(), 0x3c],
      () => this.#call(),
      () => this.#call(),
      () => this.#call(),
      () => (depth > 0 ? this.#create(depth) : this.#store()),
      () => (depth > 0 ? this.#create(depth) : this.#call()),
      () => [...push(below(33)), ...push(below(64)), 0xa0],
      () => [0x4b, 0x50],
      () => [...push(below(3)), ...push(below(3)), 0x5d, ...push(below(3)), 0x5c, 0x50],
      () => this.#stackOperation(),
      () => [0x47, 0x50],
      () => [...push(below(2)), ...push(below(3000)), 0x52],
      () => (draws.one(4) ? this.#end() : this.#store()),
    ]
    return draws.of(kinds)()
  }

  #address(): Bytes {
    return pushBytes(this.#draws.of(this.#addresses))
  }

  #value(): Bytes {
    return push(this.#draws.of([0, 0, 0, 1, 1, 7, 10n ** 30n]))
  }

  #store(): Bytes {
    const draws = this.#draws
    return [...push(draws.of([0, 0, 1, 2])), ...push(draws.below(4)), 0x55]
  }

  #call(): Bytes {
    const draws = this.#draws
    const opcode = draws.of([0xf1, 0xf1, 0xf1, 0xf2, 0xf4, 0xfa])
    const gas = draws.of([0, 0, 2300, 5000, 30_000, 120_000, 250_000, 2 ** 40, 2 ** 40, 2 ** 40])
    const input = draws.of([0, 0, 0, 48, 56, 96, 184])
    return [
      ...push(draws.below(40)),
      ...push(0),
      ...push(input),
      ...push(0),
      ...(opcode === 0xf1 || opcode === 0xf2 ? this.#value() : []),
      ...this.#address(),
      ...push(gas),
      opcode,
      ...(draws.one(2) ? [0x50] : [...push(20), 0x55]),
    ]
  }

  #create(depth: number): Bytes {
    const draws = this.#draws
    const code = this.initCode(depth - 1).slice(0, 255)
    const words: number[] = []
    for (let at = 0; at < code.length; at += 32) {
      const word = new Uint8Array(32)
      word.set(code.subarray(at, at + 32))
      words.push(...pushBytes(word), ...push(at), 0x52)
    }
    const isSecond = draws.one(2)
    return [
      ...words,
      ...(isSecond ? push(draws.below(2)) : []),
      ...push(code.length),
      ...push(0),
      ...this.#value(),
      isSecond ? 0xf5 : 0xf0,
      ...(draws.one(3) ? [...push(21), 0x55] : [0x50]),
    ]
  }

  /** Code that creates a contract. */
  initCode(depth: number): Uint8Array {
    const draws = this.#draws
    const before = draws.one(2) ? this.#steps(depth, 0, 4) : []
    const size = draws.of([0, 0, 1, 20, 33, 100, 400, 3000, 66_000])
    const ending = draws.of<Bytes>([
      [...push(size), ...push(0), 0xf3],
      [...push(size), ...push(0), 0xf3],
      [...push(size), ...push(0), 0xf3],
      this.#end(),
      [...push(0xef), ...push(0), 0x53, ...push(1), ...push(0), 0xf3],
    ])
    return Uint8Array.from([...(draws.one(30) ? [0xef, 0x00] : []), ...before, ...ending])
  }

  #end(): Bytes {
    const draws = this.#draws
    return draws.of<Bytes>([
      [0x00],
      [0xfe],
      [...push(draws.below(8)), ...push(0), 0xfd],
      [...push(0), ...push(0), 0xfd],
      [...this.#address(), 0xff],
      [...this.#address(), 0xff],
      [0x30, 0xff],
    ])
  }

  #stackOperation(): Bytes {
    const draws = this.#draws
    const filled = Array.from({ length: 20 }, (_, index) => push(index)).flat()
    return [...filled, draws.of([0xe6, 0xe7, 0xe8]), draws.below(256), ...push(22), 0x55]
  }
}
