import type { SealedBlock } from '../encoding/block.ts'
import { type DecodedHeader, decodeHeader } from './decodedHeader.ts'
import { type DecodedTransaction, decodeTransaction } from './decodedTransaction.ts'
import { decodeRlp, type Item, ListReader } from './listReader.ts'
import type { Protocol } from './protocol.ts'

/**
 * An encoded block, and what is recorded about it. It can be a `SealedBlock`, or a block from a chain.rlp file, of
 * which only the RLP is known.
 */
export interface VerifiableBlock extends Partial<SealedBlock> {
  /** RLP of [header, transactions, uncle headers], from Shanghai on with withdrawals */
  readonly rlp: Uint8Array
}

export interface DecodedBlock {
  readonly header: DecodedHeader
  readonly transactions: readonly DecodedTransaction[]
  /** headers, not decoded yet */
  readonly uncles: Item[]
  /** not decoded yet; undefined before Shanghai */
  readonly withdrawals: readonly Item[] | undefined
}

/**
 * Decodes a block (Yellow Paper 4.3, EIP-4895).
 *
 * @param expectedNumber undefined if it is not known
 * @throws {Violation} if the bytes are not a block of the fork
 */
export function decodeBlock(
  rlp: Uint8Array,
  protocol: Protocol,
  expectedNumber?: bigint,
): DecodedBlock {
  const reader = new ListReader('block', decodeRlp('block', rlp), '')
  const header = decodeHeader('header', reader.list('header'), protocol, '', expectedNumber)
  const transactions = reader.list('transactions')
  const uncles = reader.list('uncles')
  const withdrawals = header.forks.includes('shanghai') ? reader.list('withdrawals') : undefined
  reader.end()
  return {
    header,
    transactions: transactions.map((item, index) =>
      decodeTransaction(`transactions[${index}]`, item, header.forks),
    ),
    uncles,
    withdrawals,
  }
}
