import { fromHex, type Hex, toNumber } from '../../primitives/hex.ts'

// The part of the Solidity ABI that the generator's calls, and reading the names of its contracts, need:
// https://docs.soliditylang.org/en/latest/abi-spec.html

/** An argument: a word of 32 bytes for a static type, the tail for a dynamic one. */
type Argument = Uint8Array | { readonly tail: Uint8Array }

/** A function call: the selector, 4 bytes, and the arguments. */
export function encodeCall(selector: Hex, ...args: readonly Argument[]): Uint8Array {
  return concat([fromHex(selector), encodeArguments(args)])
}

/** Creation code followed by the arguments of the constructor. */
export function encodeCreation(creationCode: Hex, ...args: readonly Argument[]): Uint8Array {
  return concat([fromHex(creationCode), encodeArguments(args)])
}

/** An unsigned integer. */
export function word(value: bigint | number): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
}

/** An address of 20 bytes. */
export function addressWord(address: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32)
  padded.set(address, 12)
  return padded
}

/** Bytes: their length, and the bytes padded to whole words. */
export function bytesArgument(bytes: Uint8Array): Argument {
  const tail = new Uint8Array(32 + 32 * Math.ceil(bytes.length / 32))
  tail.set(word(bytes.length))
  tail.set(bytes, 32)
  return { tail }
}

export function textArgument(text: string): Argument {
  return bytesArgument(Buffer.from(text, 'utf8'))
}

/** A list of arguments of one type: their number, and the arguments. */
export function listArgument(items: readonly Argument[]): Argument {
  return { tail: concat([word(items.length), encodeArguments(items)]) }
}

/**
 * Reads a text from encoded arguments; what is missing of it counts as empty.
 *
 * @param index of the argument
 */
export function readTextArgument(args: Uint8Array, index: number): string {
  const start = readLength(args, 32 * index)
  const length = readLength(args, start)
  return Buffer.from(args.subarray(start + 32, start + 32 + length)).toString('utf8')
}

/** The last four bytes of a word: more is no length or offset in a transaction. */
function readLength(args: Uint8Array, at: number): number {
  return toNumber(args.subarray(at + 28, at + 32))
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** A word per argument, which for a dynamic type is the offset of its tail; then the tails. */
function encodeArguments(args: readonly Argument[]): Uint8Array {
  const head: Uint8Array[] = []
  const tails: Uint8Array[] = []
  let tailStart = 32 * args.length
  for (const argument of args) {
    if (argument instanceof Uint8Array) {
      head.push(argument)
    } else {
      head.push(word(tailStart))
      tails.push(argument.tail)
      tailStart += argument.tail.length
    }
  }
  return concat([...head, ...tails])
}
