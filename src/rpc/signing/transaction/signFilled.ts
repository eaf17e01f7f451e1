import type { AccessListEntry, Authorization } from '../../../chain/calls/message.ts'
import { signItems } from '../../../chain/execution/signItems.ts'
import { toBigInt, toMinimalBytes } from '../../../primitives/hex.ts'
import type { RlpItem } from '../../../primitives/rlp.ts'
import type { FilledTransaction } from './fillTransaction.ts'
import { type TransactionJson, transactionJson } from './transactionJson.ts'

/**
 * Signs a transaction.
 *
 * @param privateKey 32 bytes
 * @param replayProtected whether one of type 0 is signed for this chain alone (EIP-155)
 * @returns the result of `eth_signTransaction`
 */
export function signFilled(
  filled: FilledTransaction,
  privateKey: Uint8Array,
  replayProtected = true,
): TransactionJson {
  const { type, data: input, accessList = [], authorizationList = [] } = filled
  const values = {
    ...filled,
    input,
    accessList: accessList.map(accessListItem),
    blobVersionedHashes: filled.blobVersionedHashes ?? [],
    authorizationList: authorizationList.map(authorizationItem),
  }
  const terms = { type, chainId: filled.chainId, replayProtected }
  const { encoded, v, signature } = signItems(values, terms, privateKey)
  const fields = { v, r: toBigInt(signature.r), s: toBigInt(signature.s) }
  return transactionJson(filled, encoded, fields)
}

function accessListItem({ address, storageKeys }: AccessListEntry): RlpItem {
  return [address, storageKeys]
}

function authorizationItem(given: Authorization): RlpItem {
  const { chainId, address, nonce, yParity, r, s } = given
  const [first, ...others] = [chainId, nonce, BigInt(yParity), r, s].map(toMinimalBytes)
  return [first as Uint8Array, address, ...others]
}
