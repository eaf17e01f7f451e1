import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { merge } from '../../primitives/merge.ts'
import {
  quantityIfPresent,
  transactionAt,
  writeBlock,
  writeHeader,
  writeLog,
  writeReceipt,
  writeTransaction,
  writeUncle,
} from './common.ts'
import type { Dialect } from './dialect.ts'

/** Follows sections 2 and 3 of Infura's documentation to the letter, including null fields. */
export const infura: Dialect = {
  name: 'infura',

  block(block, { full, pending }) {
    const transactions = block.transactions.map((transaction, index) =>
      full ? infura.transaction(block, index, { pending }) : transaction.hash,
    )
    return {
      ...writeBlock(block, transactions),
      totalDifficulty: toQuantity(block.totalDifficulty),
      ...(pending && { number: null, hash: null, nonce: null, logsBloom: null }),
    }
  },

  header: ({ hash, header }) => writeHeader(hash, header),

  transaction(block, index, { pending }) {
    const { type, chainId, r, s } = transactionAt(block, index)
    return merge(writeTransaction(block, index, pending), {
      // "returned only for EIP-1559 transactions": those with its fees
      chainId: type >= 2 ? quantityIfPresent(chainId) : undefined,
      r: to32Bytes(r),
      s: to32Bytes(s),
    })
  },

  uncle(uncle) {
    return { ...writeUncle(uncle), totalDifficulty: null }
  },

  receipt: writeReceipt,

  log: writeLog,
}

/** DATA of 32 bytes, as documented for `r` and `s`; geth writes them as numbers. */
function to32Bytes(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
