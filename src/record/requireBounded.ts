import { UNCLES_MAX } from '../chain/protocol/uncles.ts'
import type { JsonObject } from '../formats/json/blockJson.ts'
import { toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { RecordError } from './recordError.ts'

/** A block with a gas limit of 2,100,000,000 can have as many. */
const TRANSACTIONS_MAX = 100_000

/** `sha3Uncles` of a block that has none: the hash of an empty list. */
const NO_UNCLES = toHex(keccak256(Uint8Array.of(0xc0)))

/** What of a block more is asked by. */
export interface Asking {
  /** how many uncles it has */
  readonly uncles: number
  readonly transactionHashes: readonly string[]
}

/**
 * Makes sure that what a node says of a block leads to no more requests than the protocol allows, before any is sent.
 *
 * @param block what the node answered
 * @param verify whether the lists must be those that the header speaks of
 * @throws {RecordError} that names the field
 */
export function requireBounded(
  block: unknown,
  number: number,
  { verify }: { readonly verify: boolean },
): Asking {
  const refuse = (field: string, problem: string): never => {
    throw new RecordError(`block ${number}: ${field}: ${problem}`, { block: number, field })
  }
  const { uncles, transactions, sha3Uncles } = Object(block) as JsonObject
  const uncleHashes = Array.isArray(uncles) ? (uncles as unknown[]) : []
  const count = uncleHashes.length
  if (count > UNCLES_MAX) refuse('uncles', `there are ${count}, and a block has at most two`)
  if (!uncleHashes.every(isHash)) refuse('uncles', 'one is not a hash of 32 bytes')
  const hasNone = String(sha3Uncles).toLowerCase() === NO_UNCLES
  if (verify && hasNone !== (count === 0) && isHash(sha3Uncles)) {
    refuse('sha3Uncles', `it is ${sha3Uncles}, but ${count} uncles are listed`)
  }
  const listed = Array.isArray(transactions) ? (transactions as unknown[]) : []
  if (listed.length > TRANSACTIONS_MAX) {
    refuse('transactions', `there are ${listed.length}, more than ${TRANSACTIONS_MAX}`)
  }
  const transactionHashes = listed.map((each, index) => {
    const { hash } = Object(each) as JsonObject
    return isHash(hash)
      ? hash
      : refuse(`transactions[${index}].hash`, 'it is not a hash of 32 bytes')
  })
  return { uncles: count, transactionHashes }
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value)
}
