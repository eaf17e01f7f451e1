import type { Transaction } from '../../../../src/chain/encoding/block.ts'
import { toQuantity } from '../../../../src/primitives/hex.ts'
import type { CallObject } from './request.ts'

/** A transaction as the object of a call, without its fees, nonce and gas limit. */
export function plainCallOf(transaction: Transaction): CallObject {
  const { from, to, value, input, accessList, blobVersionedHashes, authorizationList } = transaction
  return {
    from,
    ...(to !== null && { to }),
    value: toQuantity(value),
    input,
    ...(accessList && { accessList }),
    ...(blobVersionedHashes && { blobVersionedHashes }),
    ...(authorizationList && {
      authorizationList: authorizationList.map(({ chainId, address, nonce, yParity, r, s }) => ({
        chainId: toQuantity(chainId),
        address,
        nonce: toQuantity(nonce),
        yParity: toQuantity(yParity),
        r: toQuantity(r),
        s: toQuantity(s),
      })),
    }),
  }
}

/** A transaction as the object of a call, with everything that its sender signed. */
export function fullCallOf(transaction: Transaction): CallObject {
  const { gas, nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas, chainId } =
    transaction
  const quantities = { gasPrice, maxFeePerGas, maxPriorityFeePerGas, maxFeePerBlobGas, chainId }
  const given = Object.entries(quantities).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, toQuantity(value)] as const],
  )
  return {
    ...plainCallOf(transaction),
    gas: toQuantity(gas),
    nonce: toQuantity(nonce),
    ...Object.fromEntries(given),
  }
}
