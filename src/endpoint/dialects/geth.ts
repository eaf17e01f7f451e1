import { addedHeaderFieldNames } from '../../chain/encoding/header.ts'
import { toQuantity } from '../../primitives/hex.ts'
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

/** Matches the responses of geth in the tests of ethereum/execution-apis. */
export const geth: Dialect = {
  name: 'geth',

  block(block, { full, pending }) {
    const transactions = block.transactions.map((transaction, index) =>
      full ? geth.transaction(block, index, { pending }) : transaction.hash,
    )
    return {
      ...writeBlock(block, transactions),
      ...(pending && { hash: null, nonce: null, miner: null }),
    }
  },

  // Fields of later forks are null (geth, core/types/gen_header_json.go).
  header: ({ hash, header }) => ({ ...fieldsOfLaterForks, ...writeHeader(hash, header) }),

  transaction(block, index, { pending }) {
    const { chainId, r, s } = transactionAt(block, index)
    return merge(writeTransaction(block, index, pending), {
      blockTimestamp: pending ? null : toQuantity(block.header.timestamp),
      chainId: quantityIfPresent(chainId),
      r: toQuantity(r),
      s: toQuantity(s),
    })
  },

  uncle: writeUncle,

  receipt(block, index) {
    const logs = block.receipts[index]?.logs ?? []
    return merge(writeReceipt(block, index), {
      logs: logs.map((log) => geth.log(block, index, log)),
    })
  },

  log(block, index, log) {
    const blockTimestamp = toQuantity(block.header.timestamp)
    return merge(writeLog(block, index, log), { blockTimestamp })
  },
}

const fieldsOfLaterForks = {
  ...Object.fromEntries(addedHeaderFieldNames.map((name) => [name, null])),
  // Fields of forks that no chain here supports.
  blockAccessListHash: null,
  slotNumber: null,
}
