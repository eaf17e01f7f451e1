import { RLP } from '@ethereumjs/rlp'
import { ArgumentError } from '../../primitives/argumentError.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { isObject, show } from '../../primitives/input.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { isRlpList } from '../../primitives/rlp.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { decodeBlock } from '../encoding/decode.ts'
import type { TransactionItem } from '../encoding/listItem.ts'
import { hashedTransactions } from '../encoding/transactionHashes.ts'
import type { SignedTransaction } from '../execution/signTransaction.ts'
import { indexesInBlock } from '../store/indexesInBlock.ts'
import type { BlockTreeReader, TransactionLocation } from '../store/tree.ts'
import { parentOf, pathBetween } from '../store/treePath.ts'
import { requireHex } from './requireInput.ts'

/**
 * A transaction of another branch: the transaction or its receipt, its hash, or its bytes as for
 * `eth_sendRawTransaction`.
 */
export type IncludedTransaction = Hex | { readonly hash: Hex } | { readonly transactionHash: Hex }

/**
 * A transaction to include, and the block that contains it.
 *
 * @internal
 */
export interface FoundTransaction {
  readonly hash: Hex
  readonly item: TransactionItem
  /** undefined if no block contains it, which is possible if its bytes were given */
  readonly source: SealedBlock | undefined
}

const HASH = /^0x[0-9a-f]{64}$/i

/**
 * Finds a transaction to include in a child of `parent`: on the main branch, then on any other.
 *
 * @throws {ArgumentError} if it is not a transaction, no block contains it, or one below the new block does
 * @internal
 */
export function findTransaction(
  tree: BlockTreeReader,
  parent: SealedBlock,
  given: IncludedTransaction,
): FoundTransaction {
  const hex = hexOf(given)
  const bytes = HASH.test(hex) ? undefined : requireHex('transaction', hex)
  const hash = bytes === undefined ? (hex.toLowerCase() as Hex) : toHex(keccak256(bytes))
  const found = locate(tree, hash)
  const below = found && ancestorWith(tree, parent, hash)
  if (below !== undefined) {
    throw new ArgumentError(
      `transaction ${hash} is already in block ${below.number} of this branch`,
    )
  }
  if (bytes !== undefined) return { hash, item: toItem(bytes), source: found?.block }
  if (found === undefined) {
    const right = 'add the block first, or give the bytes of the transaction'
    throw new ArgumentError(`no block of this chain contains transaction ${hash}: ${right}`)
  }
  const { item } = hashedTransactions(found.block)[found.index] as {
    readonly item: TransactionItem
  }
  return { hash, item, source: found.block }
}

function hexOf(given: unknown): Hex {
  const { hash, transactionHash } = (isObject(given) ? given : {}) as Record<string, unknown>
  const hex = isObject(given) ? (hash ?? transactionHash) : given
  if (typeof hex === 'string') return hex as Hex
  throw new ArgumentError(
    `${show(given)} is not a transaction, nor the receipt, the hash or the bytes of one`,
  )
}

/**
 * @returns the bytes of a signed transaction as a block contains them
 * @internal
 */
export function toItem(bytes: Uint8Array): TransactionItem {
  return isRlpList(bytes) ? (RLP.decode(bytes) as Uint8Array[]) : bytes
}

/**
 * Names the transaction that must come before one whose nonce is too high, if the branch that it is from has that.
 *
 * @param next the sender's next nonce
 * @returns to be appended to the problem; empty if there is nothing to say
 * @internal
 */
export function missingBefore(
  tree: BlockTreeReader,
  parent: SealedBlock,
  { source }: FoundTransaction,
  { message }: SignedTransaction,
  next: bigint,
): string {
  if (message.nonce < next) return ', so another transaction took its place on this branch'
  const from = toHex(message.from)
  if (source === undefined) return ''
  for (const block of pathBetween(tree, source, parent).removed) {
    const missing = decodeBlock(block).transactions.find(
      (each) => each.from === from && BigInt(each.nonce) === next,
    )
    if (missing !== undefined) {
      return `, which is that of transaction ${missing.hash} in block ${block.number}: include that one first`
    }
  }
  return ''
}

function locate(tree: BlockTreeReader, hash: Hex): TransactionLocation | undefined {
  const main = tree.transaction(hash)
  if (main !== undefined) return main
  for (const block of tree.sideBlocks) {
    const index = indexesInBlock(block).get(hash)
    if (index !== undefined) return { block, index }
  }
  return undefined
}

/** The block of a branch that contains a transaction. @param head of the branch */
function ancestorWith(
  tree: BlockTreeReader,
  head: SealedBlock,
  hash: Hex,
): SealedBlock | undefined {
  let at: SealedBlock | undefined = head
  for (; at !== undefined && !tree.isMain(at); at = parentOf(tree, at)) {
    if (indexesInBlock(at).has(hash)) return at
  }
  const main = tree.transaction(hash)?.block
  return main !== undefined && at !== undefined && main.number <= at.number ? main : undefined
}
