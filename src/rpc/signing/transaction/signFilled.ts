import type { AccessListEntry, Authorization } from '../../../chain/calls/message.ts'
import { madeUpSignature } from '../../../chain/encoding/impersonation.ts'
import { addSignature, type FieldValues, signItems } from '../../../chain/execution/signItems.ts'
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
  const terms = { type: filled.type, chainId: filled.chainId, replayProtected }
  const { encoded, v, signature } = signItems(valuesOf(filled), terms, privateKey)
  const fields = { v, r: toBigInt(signature.r), s: toBigInt(signature.s) }
  return transactionJson(filled, encoded, fields)
}

/**
 * Encodes a transaction of an impersonated account, with a signature that is made up.
 *
 * @param sender 20 bytes
 * @param replayProtected as for `signFilled`
 */
export function encodeImpersonated(
  filled: FilledTransaction,
  sender: Uint8Array,
  replayProtected: boolean,
): Uint8Array {
  const terms = { type: filled.type, chainId: filled.chainId, replayProtected }
  return addSignature(valuesOf(filled), terms, madeUpSignature(sender)).encoded
}

function valuesOf(filled: FilledTransaction): FieldValues {
  const { data: input, accessList = [], authorizationList = [] } = filled
  return {
    ...filled,
    input,
    accessList: accessList.map(accessListItem),
    blobVersionedHashes: filled.blobVersionedHashes ?? [],
    authorizationList: authorizationList.map(authorizationItem),
  }
}

function accessListItem({ address, storageKeys }: AccessListEntry): RlpItem {
  return [address, storageKeys]
}

function authorizationItem(given: Authorization): RlpItem {
  const { chainId, address, nonce, yParity, r, s } = given
  const [first, ...others] = [chainId, nonce, BigInt(yParity), r, s].map(toMinimalBytes)
  return [first as Uint8Array, address, ...others]
}
