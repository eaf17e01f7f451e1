import { fromHex, type Hex } from '../../primitives/hex.ts'

/**
 * The part of the Solidity ABI that the generator's calls need.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */

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
