import { encodeUnsigned } from '../../../chain/calls/unsignedTransaction.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { type TransactionJson, transactionJson } from './transactionJson.ts'

/**
 * Encodes a transaction that is not signed yet, with zeros for its signature.
 *
 * @param hasPriceOfCap see `DialectStyle`
 * @returns the result of `eth_fillTransaction`
 */
export function encodeFilled(filled: FilledTransaction, hasPriceOfCap = false): TransactionJson {
  const { type, chainId, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, gasPrice = 0n } = filled
  const message = {
    to: filled.to,
    nonce: filled.nonce,
    value: filled.value,
    gasLimit: filled.gas,
    gasPrice,
    gasFeeCap: maxFeePerGas,
    gasTipCap: maxPriorityFeePerGas,
    data: filled.data,
    accessList: filled.accessList,
    blobGasFeeCap: filled.maxFeePerBlobGas,
    blobHashes: filled.blobVersionedHashes,
    authorizationList: filled.authorizationList,
  }
  const encoded = encodeUnsigned(message, type, Number(chainId))
  const shown = hasPriceOfCap ? { ...filled, gasPrice: filled.gasPrice ?? maxFeePerGas } : filled
  return transactionJson(shown, encoded, { v: 0n, r: 0n, s: 0n })
}
