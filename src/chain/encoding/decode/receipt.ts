import { type Hex, toBigInt, toHex, toMinimalBytes, toNumber } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { encodeRlp } from '../../../primitives/rlp.ts'
import { GAS_PER_BLOB } from '../../protocol/blobGas.ts'
import {
  type Log,
  nonceOf,
  type OrUndefined,
  type Receipt,
  type Transaction,
  type TransactionFees,
} from '../block.ts'
import type { ReceiptItems } from '../storedBlock.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The gas prices of a block. */
interface GasPrices {
  /** in wei per gas; 0 before London */
  readonly baseFeePerGas: bigint
  /** in wei per blob gas; 0 before Cancun */
  readonly blobGasPrice: bigint
}

/** Decodes all receipts of a block: gas used and log indexes depend on the receipts before. */
export function decodeReceipts(
  receipts: readonly ReceiptItems[],
  transactions: readonly Transaction[],
  { baseFeePerGas, blobGasPrice }: GasPrices,
): Receipt[] {
  let gasBefore = 0n
  let logIndex = 0
  return receipts.map(({ outcome, cumulativeGas, bloom, logs }, index) => {
    const transaction = transactions[index] as Transaction
    const { blobVersionedHashes } = transaction
    const cumulativeGasUsed = toBigInt(cumulativeGas)
    const gasUsed = cumulativeGasUsed - gasBefore
    gasBefore = cumulativeGasUsed
    const receipt: Mutable<Receipt> = {
      gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice: effectiveGasPrice(transaction, baseFeePerGas),
      contractAddress:
        transaction.to === null
          ? contractAddress(Buffer.from(transaction.from.slice(2), 'hex'), nonceOf(transaction))
          : null,
      logsBloom: toHex(bloom),
      logs: logs.map((log) => decodeLog(log, logIndex++)),
    }
    // EIP-658 replaced the state root, 32 bytes, by a status of one byte or none.
    if (outcome.length === 32) receipt.root = toHex(outcome)
    else receipt.status = toNumber(outcome)
    if (blobVersionedHashes !== undefined) {
      receipt.blobGasUsed = GAS_PER_BLOB * BigInt(blobVersionedHashes.length)
      receipt.blobGasPrice = blobGasPrice
    }
    return receipt
  })
}

/** @param logIndex in the block, from 0 */
export function decodeLog(
  [address, topics, data]: ReceiptItems['logs'][number],
  logIndex: number,
): Log {
  return { address: toHex(address), topics: topics.map(toHex), data: toHex(data), logIndex }
}

/** What the sender of a transaction pays in a block with this base fee, in wei per gas (EIP-1559). */
export function effectiveGasPrice(
  { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: OrUndefined<TransactionFees>,
  baseFeePerGas: bigint,
): bigint {
  if (gasPrice !== undefined) return gasPrice
  const price = baseFeePerGas + maxPriorityFeePerGas
  return price < maxFeePerGas ? price : maxFeePerGas
}

/** The address of a contract that `from` creates with this nonce: the last 20 bytes of keccak(rlp([from, nonce])). */
export function contractAddress(from: Uint8Array, nonce: bigint): Hex {
  const preimage = encodeRlp([from, toMinimalBytes(nonce)])
  return toHex(keccak256(preimage).subarray(12))
}
