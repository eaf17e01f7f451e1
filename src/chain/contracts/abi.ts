import { fromHex, type Hex } from '../../primitives/hex.ts'

/**
 * As much of the Solidity ABI as the generator's own calls need.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */

/** An argument: one of fixed length as its word of 32 bytes, any other as what stands behind the words. */
type Argument = Uint8Array | { readonly tail: Uint8Array }

/** A call of a function: the first 4 bytes of the hash of its signature, and the arguments. */
export function encodeCall(selector: Hex, ...args: readonly Argument[]): Uint8Array {
  return concat([fromHex(selector), encodeArguments(args)])
}

/** Code that creates a contract: the arguments of its constructor follow it. */
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

/** Bytes: how many, then they themselves, filled up to whole words. */
export function bytesArgument(bytes: Uint8Array): Argument {
  const tail = new Uint8Array(32 + 32 * Math.ceil(bytes.length / 32))
  tail.set(word(bytes.length))
  tail.set(bytes, 32)
  return { tail }
}

export function textArgument(text: string): Argument {
  return bytesArgument(Buffer.from(text, 'utf8'))
}

/** A list of arguments of one type: how many, then they themselves. */
export function listArgument(items: readonly Argument[]): Argument {
  return { tail: concat([word(items.length), encodeArguments(items)]) }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

/** A word for each argument, which for one of no fixed length says where behind the words it begins. */
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
