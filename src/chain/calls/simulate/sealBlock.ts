import { toHex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { encodeRlpList } from '../../../primitives/rlp.ts'
import { bloomOf } from '../../encoding/bloom.ts'
import { toListItem } from '../../encoding/listItem.ts'
import { listRoot } from '../../encoding/listRoot.ts'
import { encodeWithdrawal, type WithdrawalFields } from '../../execution/withdrawals.ts'
import { encodeHeader, type HeaderValues } from '../headerValues.ts'
import type { SimulatedBlock } from './simulation.ts'
import type { PackedTransaction } from './transactionPacker.ts'

type Sealed = SimulatedBlock['sealed']

/** What a block contains. */
interface Content {
  readonly transactions: readonly PackedTransaction[]
  /** undefined before Shanghai */
  readonly withdrawals: readonly WithdrawalFields[] | undefined
  /** in wei per blob gas; 0 before Cancun */
  readonly blobGasPrice: bigint
}

/** A block with its complete header. */
export interface SealedSimulation {
  readonly header: HeaderValues
  /** 32 bytes */
  readonly hash: Uint8Array
  readonly sealed: Sealed
}

/**
 * Computes the roots and the bloom of a block, and encodes it.
 *
 * @param incomplete with everything that does not follow from the content
 */
export function sealBlock(incomplete: HeaderValues, content: Content): SealedSimulation {
  const { transactions, blobGasPrice } = content
  const withdrawals = content.withdrawals?.map(encodeWithdrawal)
  const receipts = transactions.map(({ receipt }) => receipt)
  const encoded = transactions.map((transaction) => transaction.encoded)
  const header: HeaderValues = {
    ...incomplete,
    transactionsRoot: listRoot(encoded),
    receiptsRoot: listRoot(receipts),
    logsBloom: bloomOf(transactions.flatMap(({ logs }) => logs)),
    ...(withdrawals !== undefined && { withdrawalsRoot: listRoot(withdrawals) }),
  }
  const headerRlp = encodeHeader(header)
  const hash = keccak256(headerRlp)
  return {
    header,
    hash,
    sealed: {
      number: Number(header.number),
      hash: toHex(hash),
      parentHash: toHex(header.parentHash),
      rlp: encodeRlpList([
        headerRlp,
        encodeRlpList(encoded.map(toListItem)),
        encodeRlpList([]),
        ...(withdrawals === undefined ? [] : [encodeRlpList(withdrawals)]),
      ]),
      receiptsRlp: encodeRlpList(receipts.map(toListItem)),
      senders: new Uint8Array(Buffer.concat(transactions.map(({ sender }) => sender))),
      blobGasPrice,
    },
  }
}
