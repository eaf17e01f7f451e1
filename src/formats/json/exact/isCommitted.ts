import { type HeaderFieldName, headerFieldNames } from '../../../chain/encoding/header.ts'
import { listRoot } from '../../../chain/encoding/listRoot.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { RlpCursor } from '../../../primitives/readRlp.ts'
import type { ReadBlock } from './readBlock.ts'
import type { ReadReceipts } from './readReceipts.ts'

/** Whether a block has its hash, and its header those of all its parts. */
export function isCommitted(block: ReadBlock, receipts: ReadReceipts): boolean {
  const { rlp } = block
  const cursor = new RlpCursor(rlp)
  const encodedAt = (offset: number): Uint8Array => {
    cursor.moveTo(offset)
    return rlp.subarray(offset, cursor.end)
  }
  const [header = 0, transactions = 0, uncles = 0, withdrawals] = cursor.itemsAt(0)
  const spans = cursor.spansAt(header)
  const isField = (name: HeaderFieldName, value: Uint8Array | undefined): boolean => {
    const slot = 2 * headerFieldNames.indexOf(name)
    const field = rlp.subarray(spans[slot] ?? rlp.length, spans[slot + 1])
    return isSame(field, value ?? NOTHING)
  }
  return (
    isSame(block.header.hash, keccak256(encodedAt(header))) &&
    isField('transactionsRoot', listRoot(cursor.itemsAt(transactions).map(transactionAt))) &&
    isField('receiptsRoot', listRoot(receipts.encoded)) &&
    isField('logsBloom', receipts.bloom) &&
    isField('sha3Uncles', keccak256(encodedAt(uncles))) &&
    isField(
      'withdrawalsRoot',
      withdrawals === undefined ? undefined : listRoot(cursor.itemsAt(withdrawals).map(encodedAt)),
    )
  )

  /** A legacy transaction is a list, any other the content of a byte string (EIP-2718). */
  function transactionAt(offset: number): Uint8Array {
    cursor.moveTo(offset)
    return rlp.subarray(cursor.isList ? offset : cursor.start, cursor.end)
  }
}

const NOTHING = new Uint8Array(0)

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
