import type { SealedBlock } from '../../chain/encoding/block.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import { toHex } from '../../primitives/hex.ts'
import { writeHeader, writeTransaction, writeWithdrawal } from './testFields.ts'

/**
 * Writes a block in the format of ethereum/tests: its bytes, and its decoded content.
 *
 * @param chainName of the branch, if the test has several
 */
export function writeTestBlock(sealed: SealedBlock, chainName: string | undefined): object {
  const { header, hash, transactions, uncles, withdrawals } = decodeBlock(sealed)
  return {
    ...(chainName !== undefined && { chainname: chainName }),
    blocknumber: String(header.number),
    blockHeader: writeHeader(header, hash),
    rlp: toHex(sealed.rlp),
    transactions: transactions.map(writeTransaction),
    uncleHeaders: uncles.map((uncle) => writeHeader(uncle.header, uncle.hash)),
    ...(withdrawals && { withdrawals: withdrawals.map(writeWithdrawal) }),
  }
}
