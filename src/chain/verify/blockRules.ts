import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { requireAccesses } from './accesses.ts'
import { verifyAccessList } from './accessList.ts'
import { GAS_PER_BLOB } from './blobGas.ts'
import type { DecodedBlock, VerifiableBlock } from './block.ts'
import { EMPTY_LIST_HASH } from './decodedHeader.ts'
import { requireEqual, Violation } from './finding.ts'
import { type Ancestor, verifyDescent, verifyHeader } from './headerRules.ts'
import { listRoot } from './listRoot.ts'
import type { Nonces } from './nonces.ts'
import type { Protocol } from './protocol.ts'
import { verifyReceipts } from './receipts.ts'
import { recoverSender } from './sender.ts'
import { verifyTransaction } from './transactionRules.ts'
import { verifyUncles } from './uncles.ts'
import { verifyWithdrawals } from './withdrawals.ts'

const NO_RECEIPTS = RLP.encode([])

/** In bytes: 10 MiB minus 2 MiB for the rest of the beacon block (EIP-7934). */
const BLOCK_LENGTH_MAX = 8_388_608

/** What a block is checked against. */
export interface BlockContext {
  readonly protocol: Protocol
  /** undefined for genesis */
  readonly parent: Ancestor | undefined
  /** of the branch, or of the known part of it */
  readonly nonces: Nonces
}

/**
 * Checks a block: first its fields against each other, its parent and its ancestors, and last the hashes, which only
 * show that something is wrong.
 *
 * @returns what its descendants are checked against
 * @throws {Violation}
 */
export async function verifyBlock(
  block: VerifiableBlock,
  decoded: DecodedBlock,
  context: BlockContext,
): Promise<Ancestor> {
  const { header, transactions, uncles, withdrawals } = decoded
  const { protocol, parent } = context
  if (parent !== undefined) {
    requireEqual<string>(
      'parentHash',
      header.parentHash,
      parent.hash,
      'it is the hash of the block before (Yellow Paper 4.3.4)',
    )
    verifyDescent('', header, parent)
  }
  verifyHeader('', header)
  if (header.forks.includes('osaka') && block.rlp.length > BLOCK_LENGTH_MAX) {
    const most = `at most ${BLOCK_LENGTH_MAX} bytes`
    throw new Violation(
      'block',
      `${block.rlp.length} bytes`,
      most,
      'a block has a limit from Osaka on (EIP-7934)',
    )
  }
  const senders = await verifyTransactions(decoded, context, block.senders)
  const uncleHashes = verifyUncles(uncles, header, parent, protocol)
  const paid = withdrawals === undefined ? [] : await verifyWithdrawals(withdrawals, header)
  // A block without transactions has no receipts, so this can be checked even if none are given.
  const receiptsRlp =
    transactions.length === 0 ? (block.receiptsRlp ?? NO_RECEIPTS) : block.receiptsRlp
  if (receiptsRlp !== undefined) {
    await verifyReceipts(receiptsRlp, { transactions, senders }, header)
  }
  if (block.accessList !== undefined) {
    const accesses = verifyAccessList(block.accessList, header, transactions.length + 1)
    // Genesis runs nothing.
    if (parent !== undefined) {
      requireAccesses(accesses, { header, transactions, senders, withdrawals: paid })
    }
  }
  const totalDifficulty = (parent?.totalDifficulty ?? 0n) + header.difficulty
  requireRecorded(block, decoded, totalDifficulty)
  return {
    hash: header.hash,
    number: header.number,
    timestamp: header.timestamp,
    difficulty: header.difficulty,
    totalDifficulty,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    baseFeePerGas: header.baseFeePerGas,
    blobGasUsed: header.blobGasUsed,
    excessBlobGas: header.excessBlobGas,
    hasUncles: header.sha3Uncles !== EMPTY_LIST_HASH,
    uncleHashes,
    parent,
  }
}

/**
 * @param recorded the senders, 20 bytes per transaction
 * @returns the senders
 */
async function verifyTransactions(
  { header, transactions }: DecodedBlock,
  { protocol, nonces }: BlockContext,
  recorded: Uint8Array | undefined,
): Promise<readonly Hex[]> {
  const senders: Hex[] = []
  let blobs = 0
  for (const [index, transaction] of transactions.entries()) {
    const path = `transactions[${index}]`
    const sender = recoverSender(path, transaction, header.forks, protocol)
    verifyTransaction(path, transaction, sender, header)
    senders.push(sender)
    if (recorded !== undefined) requireSender(path, recorded, index, sender)
    nonces.add(path, sender, transaction)
    blobs += transaction.blobVersionedHashes.length
  }
  if (recorded !== undefined) {
    requireEqual(
      'senders.length',
      recorded.length,
      20 * transactions.length,
      'there is one of 20 bytes for each transaction',
    )
  }
  if (header.blobGasUsed !== undefined) {
    requireEqual(
      'blobGasUsed',
      header.blobGasUsed,
      BigInt(blobs) * GAS_PER_BLOB,
      'it is what the blobs of the transactions come to (EIP-4844)',
    )
  }
  requireEqual<string>(
    'transactionsRoot',
    header.transactionsRoot,
    await listRoot(transactions.map(({ encoded }) => encoded)),
    'it is the root of the transactions (Yellow Paper 4.3.4)',
  )
  return senders
}

function requireSender(path: string, recorded: Uint8Array, index: number, sender: Hex): void {
  requireEqual<string>(
    `${path}.from`,
    toHex(recorded.subarray(20 * index, 20 * index + 20)),
    sender,
    'it is who signed the transaction (Yellow Paper, appendix F)',
  )
}

/** Compares the recorded fields with those computed from the bytes. */
function requireRecorded(
  block: VerifiableBlock,
  { header }: DecodedBlock,
  totalDifficulty: bigint,
): void {
  if (block.number !== undefined) {
    requireEqual('number', BigInt(block.number), header.number, 'the header says so')
  }
  if (block.parentHash !== undefined) {
    requireEqual('parentHash', block.parentHash, header.parentHash, 'the header says so')
  }
  if (block.hash !== undefined) {
    requireEqual('hash', block.hash, header.hash, 'it is keccak of the header (Yellow Paper 4.3)')
  }
  if (block.totalDifficulty !== undefined) {
    requireEqual(
      'totalDifficulty',
      block.totalDifficulty,
      totalDifficulty,
      'it is the sum from genesis on (Yellow Paper 10)',
    )
  }
}
