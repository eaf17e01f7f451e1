import { fromHex } from '../../../primitives/hex.ts'
import { nonceOf, type Transaction } from '../../encoding/block.ts'
import { effectiveGasPrice } from '../../encoding/decode/receipt.ts'
import type { AppliedMessage } from '../appliedMessage.ts'

/**
 * A transaction of a block as a message (TransactionToMessage of geth).
 *
 * @param baseFee of the block, in wei per gas; undefined before London
 */
export function messageOfTransaction(
  transaction: Transaction,
  baseFee: bigint | undefined,
): AppliedMessage {
  const { from, to, value, gas, input, gasPrice = 0n } = transaction
  const { maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = transaction
  const { accessList, maxFeePerBlobGas, blobVersionedHashes, authorizationList } = transaction
  return {
    from: fromHex(from),
    to: to === null ? undefined : fromHex(to),
    nonce: nonceOf(transaction),
    value,
    gasLimit: gas,
    gasPrice: effectiveGasPrice(transaction, baseFee ?? 0n),
    gasFeeCap: maxFeePerGas,
    gasTipCap: maxPriorityFeePerGas,
    data: fromHex(input),
    accessList: accessList?.map(({ address, storageKeys }) => ({
      address: fromHex(address),
      storageKeys: storageKeys.map(fromHex),
    })),
    blobGasFeeCap: maxFeePerBlobGas,
    blobHashes: blobVersionedHashes?.map(fromHex),
    authorizationList: authorizationList?.map((each) => ({
      ...each,
      address: fromHex(each.address),
      nonce: nonceOf(each),
    })),
  }
}
