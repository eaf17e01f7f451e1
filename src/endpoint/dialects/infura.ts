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

/** The seed to the letter: what it says of fields and nulls in its sections 2 and 3. */
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
      // "returned only for EIP-1559 transactions": those that carry its fees
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

/** DATA, 32 bytes: the seed describes `r` and `s` so, where geth writes them as numbers. */
function to32Bytes(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
