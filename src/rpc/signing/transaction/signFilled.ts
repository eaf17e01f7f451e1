import type { AccessListEntry, Authorization } from '../../../chain/calls/message.ts'
import { signItems } from '../../../chain/execution/signItems.ts'
import { type Hex, toBigInt, toHex, toMinimalBytes, toQuantity } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { RlpItem } from '../../../primitives/rlp.ts'
import type { FilledTransaction } from './fillTransaction.ts'

/** A signed transaction: its bytes, and as JSON. */
interface SignedJson {
  readonly raw: Hex
  readonly tx: Readonly<Record<string, unknown>>
}

/**
 * Signs a transaction.
 *
 * @param privateKey 32 bytes
 * @param replayProtected whether one of type 0 is signed for this chain alone (EIP-155)
 * @returns the result of `eth_signTransaction`, with the members that geth's has (`MarshalJSON` in core/types)
 */
export function signFilled(
  filled: FilledTransaction,
  privateKey: Uint8Array,
  replayProtected = true,
): SignedJson {
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
  const { r, s, yParity } = signature
  const tx = {
    ...unsignedJson(filled),
    v: toQuantity(v),
    r: toQuantity(toBigInt(r)),
    s: toQuantity(toBigInt(s)),
    ...(type > 0 && { yParity: toQuantity(yParity) }),
    hash: toHex(keccak256(encoded)),
  }
  return { raw: toHex(encoded), tx }
}

function accessListItem({ address, storageKeys }: AccessListEntry): RlpItem {
  return [address, storageKeys]
}

function authorizationItem(given: Authorization): RlpItem {
  const { chainId, address, nonce, yParity, r, s } = given
  const [first, ...others] = [chainId, nonce, BigInt(yParity), r, s].map(toMinimalBytes)
  return [first as Uint8Array, address, ...others]
}

function unsignedJson(filled: FilledTransaction): Readonly<Record<string, unknown>> {
  const { type, to, blobVersionedHashes, authorizationList = [], accessList = [] } = filled
  return {
    type: toQuantity(type),
    chainId: toQuantity(filled.chainId),
    nonce: toQuantity(filled.nonce),
    to: to === undefined ? null : toHex(to),
    gas: toQuantity(filled.gas),
    gasPrice: quantityOrNull(filled.gasPrice),
    maxPriorityFeePerGas: quantityOrNull(filled.maxPriorityFeePerGas),
    maxFeePerGas: quantityOrNull(filled.maxFeePerGas),
    ...(type === 3 && { maxFeePerBlobGas: quantityOrNull(filled.maxFeePerBlobGas) }),
    value: toQuantity(filled.value),
    input: toHex(filled.data),
    ...(type > 0 && { accessList: accessList.map(accessListJson) }),
    ...(type === 3 && { blobVersionedHashes: blobVersionedHashes?.map(toHex) }),
    ...(type === 4 &&
      authorizationList.length > 0 && {
        authorizationList: authorizationList.map(authorizationJson),
      }),
  }
}

function quantityOrNull(value: bigint | undefined): Hex | null {
  return value === undefined ? null : toQuantity(value)
}

function accessListJson({ address, storageKeys }: AccessListEntry) {
  return { address: toHex(address), storageKeys: storageKeys.map(toHex) }
}

function authorizationJson({ chainId, address, nonce, yParity, r, s }: Authorization) {
  return {
    chainId: toQuantity(chainId),
    address: toHex(address),
    nonce: toQuantity(nonce),
    yParity: toQuantity(yParity),
    r: toQuantity(r),
    s: toQuantity(s),
  }
}
