import type { SealedBlock } from '../../chain/encoding/block.ts'
import { listRoot } from '../../chain/encoding/listRoot.ts'
import { type Hex, toHex, toQuantity } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import type { JsonObject } from './blockJson.ts'
import { requireSame } from './fieldError.ts'
import { FieldReader } from './fieldReader.ts'
import { encodeTransaction, requireSender } from './seal/encodeTransaction.ts'
import type { VerifyOptions } from './seal/verifyHashes.ts'

/** The number of transactions after which the event loop gets a turn. */
const PAUSE_EVERY = 200

/** What is known about a pending block. */
interface PendingContext extends VerifyOptions {
  readonly parent: SealedBlock
  readonly chainId: number | undefined
  /** whether an invalid block is refused, or else served as it is */
  readonly verify: boolean
}

/**
 * Makes a pending block that can be served from its JSON. Some of its fields are null, so its hash cannot be verified,
 * only its parent, and the hashes and root of its transactions, and senders if signatures are checked.
 *
 * @throws {FieldError} with `verify`, that names the first wrong field
 */
export async function pendingFromJson(
  block: JsonObject,
  context: PendingContext,
): Promise<SealedBlock> {
  const { parent, verify } = context
  if (verify) await verifyPending(block, context)
  const count = Array.isArray(block?.transactions) ? block.transactions.length : 0
  const recorded = JSON.stringify({ block, receipts: null, uncles: [] })
  return {
    number: parent.number + 1,
    hash: String(block?.hash) as Hex,
    parentHash: parent.hash,
    totalDifficulty: parent.totalDifficulty,
    rlp: new Uint8Array(0),
    receiptsRlp: new Uint8Array(0),
    senders: new Uint8Array(20 * count),
    blobGasPrice: 0n,
    recorded: new TextEncoder().encode(recorded),
  }
}

async function verifyPending(
  block: JsonObject,
  { parent, chainId, signatures, signal }: PendingContext,
): Promise<void> {
  const pause = yieldEvery(PAUSE_EVERY, signal)
  const reader = new FieldReader('', block)
  requireSame('parentHash', block.parentHash, parent.hash)
  const number = toQuantity(parent.number + 1)
  // For some providers it is null, in the block or in its transactions.
  if (block.number !== null) requireSame('number', block.number, number)
  const encodings: Uint8Array[] = []
  for (const [index, transaction] of reader.list('transactions').entries()) {
    const path = `transactions[${index}]`
    const encoded = encodeTransaction(path, transaction, chainId)
    const { hash, from, blockNumber } = transaction as JsonObject
    requireSame(`${path}.hash`, hash, toHex(keccak256(encoded.encoded)))
    if (signatures) requireSender(path, encoded, from)
    if (blockNumber !== null) requireSame(`${path}.blockNumber`, blockNumber, number)
    encodings.push(encoded.encoded)
    await pause()
  }
  requireSame('transactionsRoot', block.transactionsRoot, toHex(listRoot(encodings)))
}
