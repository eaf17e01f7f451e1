import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { decimalUpTo } from './decimalUpTo.ts'

const UINT64_MAX = 2n ** 64n - 1n

/**
 * Reads how many blocks a fee history covers, as geth does: a number or a text, in decimal or hex, up to 2^64 - 1. An
 * empty text is 0.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function readBlockCount(value: unknown, index: number): bigint {
  const json = JSON.stringify(value) ?? ''
  // What is between the quotes of a text, with the escapes of JSON, as in geth's message.
  const text = typeof value === 'string' ? json.slice(1, -1) : json
  if (text === '') return 0n
  const count = /^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text) : undefined
  if (count !== undefined && count <= UINT64_MAX) return count
  throw invalidArgument(index, `invalid hex or decimal integer ${JSON.stringify(text)}`)
}

const decimal = `0*(${decimalUpTo('18446744073709551615')})`

export const blockCount: Parameter<bigint> = {
  name: 'blockCount',
  summary: 'How many blocks, in hex or decimal. More than 1024 count as 1024.',
  schema: {
    oneOf: [
      // The largest number below 2^64 that JavaScript has.
      { type: 'integer', minimum: 0, maximum: 2 ** 64 - 2 ** 11 },
      { type: 'string', pattern: `^(0[xX]0*[0-9a-fA-F]{1,16}|${decimal})?$` },
    ],
  },
  read: readBlockCount,
}
