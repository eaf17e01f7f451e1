import { anvilHash, isImpersonated, lacksSignature } from '../../../chain/encoding/impersonation.ts'
import { listRoot } from '../../../chain/encoding/listRoot.ts'
import { toBigInt, toHex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { encodeRlpList } from '../../../primitives/rlp.ts'
import { yieldEvery } from '../../../primitives/yieldToEventLoop.ts'
import type { BlockJson, JsonObject } from '../blockJson.ts'
import { FieldError, requireSame } from '../fieldError.ts'
import { dataOf, listOf } from '../fieldReader.ts'
import type { EncodedBlock } from './encodeBlock.ts'
import { type EncodedTransaction, requireSender } from './encodeTransaction.ts'
import { type EncodedReceipt, requireBloom } from './receipt.ts'

/** Recovering a signer takes about 50 µs, and an untrusted block may have 200,000 transactions. */
const PAUSE_EVERY = 200

/** How much of a block is verified. */
export interface VerifyOptions {
  /** whether each transaction must be signed by its sender, too, which takes about as long as all the rest */
  readonly signatures: boolean
  /** whether it may have transactions that nobody has signed, as development nodes make them for impersonated accounts */
  readonly impersonated?: boolean
  /** aborts the verification, with its reason */
  readonly signal?: AbortSignal | undefined
}

/**
 * Verifies the hash of a block and everything it commits to: roots, blooms, the hashes of transactions and uncles.
 *
 * @throws {FieldError} that names the first wrong field
 */
export async function verifyHashes(
  json: BlockJson,
  encoded: EncodedBlock,
  options: VerifyOptions,
): Promise<void> {
  await verifyTransactions(json.block, encoded.transactions, options)
  for (const [index, receipt] of encoded.receipts.entries()) {
    requireBloom(`receipts[${index}]`, receipt)
  }
  requireCommitments(json, encoded)
}

/**
 * Verifies the hashes of transactions.
 *
 * @throws {FieldError} that names the first wrong field
 */
export async function verifyTransactions(
  block: JsonObject,
  transactions: EncodedBlock['transactions'],
  { signatures, impersonated = false, signal }: VerifyOptions,
): Promise<void> {
  const pause = yieldEvery(PAUSE_EVERY, signal)
  for (const [index, transaction] of transactions.entries()) {
    const path = `transactions[${index}]`
    const { hash, from } = (block.transactions as JsonObject[])[index] as JsonObject
    const hashes = impersonated ? hashesOfUnsigned(path, transaction, from) : []
    const expected = toHex(keccak256(transaction.encoded))
    if (!hashes.includes(hash)) requireSame(`${path}.hash`, hash, expected)
    if (signatures && hashes.length === 0) requireSender(path, transaction, from)
    await pause()
  }
}

/**
 * What a transaction may be called that nobody has signed: by the hash of its bytes, or if they do not say who has sent it, as
 * Anvil does.
 *
 * @returns none if somebody has signed it
 */
function hashesOfUnsigned(
  path: string,
  { encoded, r, s }: EncodedTransaction,
  from: unknown,
): readonly unknown[] {
  const sender = dataOf(`${path}.from`, from, 20)
  const signature = { from: toHex(sender), r: toBigInt(r), s: toBigInt(s) }
  if (!isImpersonated(signature)) return []
  const own = toHex(keccak256(encoded))
  return lacksSignature(signature) ? [own, anvilHash(encoded, sender)] : [own]
}

/**
 * Checks the hash of a block, and the fields of its header by which it commits to the rest, given the blooms of its
 * receipts.
 *
 * @throws {FieldError} that names the first wrong field
 */
function requireCommitments({ block, uncles }: BlockJson, encoded: EncodedBlock): void {
  const { header, transactions, receipts, withdrawals } = encoded
  requireRoot(block, 'transactionsRoot', transactions)
  requireRoot(block, 'receiptsRoot', receipts)
  requireSame('logsBloom', block.logsBloom, toHex(unionOf(receipts)))
  if (withdrawals !== undefined) {
    requireSame('withdrawalsRoot', block.withdrawalsRoot, toHex(listRoot(withdrawals)))
  }
  requireUncles(block, uncles, encoded.uncles)
  requireSame('hash', block.hash, toHex(keccak256(header)))
}

function requireRoot(
  block: JsonObject,
  name: 'transactionsRoot' | 'receiptsRoot',
  items: readonly { readonly encoded: Uint8Array }[],
): void {
  requireSame(name, block[name], toHex(listRoot(items.map(({ encoded }) => encoded))))
}

function unionOf(receipts: readonly EncodedReceipt[]): Uint8Array {
  const union = new Uint8Array(256)
  for (const { bloom } of receipts) {
    for (let index = 0; index < union.length; index++) {
      union[index] = (union[index] as number) | (bloom[index] as number)
    }
  }
  return union
}

function requireUncles(
  block: JsonObject,
  uncles: readonly JsonObject[],
  headers: readonly Uint8Array[],
): void {
  const stated = listOf('uncles', block.uncles)
  if (stated.length !== headers.length) {
    throw new FieldError('uncles', `${stated.length} hashes, but ${headers.length} objects`)
  }
  for (const [index, header] of headers.entries()) {
    const hash = toHex(keccak256(header))
    requireSame(`uncles[${index}]`, stated[index], hash)
    requireSame(`uncles[${index}].hash`, uncles[index]?.hash, hash)
  }
  requireSame('sha3Uncles', block.sha3Uncles, toHex(keccak256(encodeRlpList(headers))))
}
