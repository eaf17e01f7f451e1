import { UNCLES_MAX } from '../chain/protocol/uncles.ts'
import type { JsonObject } from '../formats/json/blockJson.ts'
import { readHash } from '../formats/readHash.ts'
import { toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { RecordError } from './recordError.ts'

/** As many as fit into a gas limit of 2,100,000,000. */
const TRANSACTIONS_MAX = 100_000

/** `sha3Uncles` of a block without uncles: the hash of an empty list. */
const NO_UNCLES = toHex(keccak256(Uint8Array.of(0xc0)))

/** The uncles and transactions of a block, for which further requests are sent. */
export interface BlockReferences {
  readonly uncleCount: number
  readonly transactionHashes: readonly string[]
}

/**
 * Reads which uncles and transactions a block lists, and checks that they are no more than the protocol allows, so that
 * a node cannot cause any number of requests.
 *
 * @param block a result of `eth_getBlockByNumber`
 * @param verify whether the list of uncles must match the header
 * @throws {RecordError} that names the field
 */
export function readBlockReferences(
  block: unknown,
  number: number,
  { verify }: { readonly verify: boolean },
): BlockReferences {
  const refuse = (field: string, problem: string): never => {
    throw new RecordError(`block ${number}: ${field}: ${problem}`, { block: number, field })
  }
  const { uncles, transactions, sha3Uncles } = Object(block) as JsonObject
  const uncleHashes = Array.isArray(uncles) ? (uncles as unknown[]) : []
  const uncleCount = uncleHashes.length
  if (uncleCount > UNCLES_MAX) refuse('uncles', `${uncleCount} uncles, but at most two are valid`)
  if (!uncleHashes.every(isHash)) refuse('uncles', 'one is not a hash of 32 bytes')
  const hasNone = String(sha3Uncles).toLowerCase() === NO_UNCLES
  if (verify && hasNone !== (uncleCount === 0) && isHash(sha3Uncles)) {
    refuse('sha3Uncles', `${sha3Uncles} does not match the number of uncles, ${uncleCount}`)
  }
  const listed = Array.isArray(transactions) ? (transactions as unknown[]) : []
  if (listed.length > TRANSACTIONS_MAX) {
    refuse('transactions', `${listed.length} transactions, more than ${TRANSACTIONS_MAX}`)
  }
  const transactionHashes = listed.map((each, index) => {
    const { hash } = Object(each) as JsonObject
    return isHash(hash) ? hash : refuse(`transactions[${index}].hash`, 'not a hash of 32 bytes')
  })
  return { uncleCount, transactionHashes }
}

function isHash(value: unknown): value is string {
  return readHash(value) !== undefined
}
