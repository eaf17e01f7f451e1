import type { AccessListEntry, Authorization } from '../../../chain/calls/message.ts'
import { type Hex, toHex, toQuantity } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { FilledTransaction } from './fillTransaction.ts'

/** A transaction: its bytes, and as JSON. */
export interface TransactionJson {
  readonly raw: Hex
  readonly tx: Readonly<Record<string, unknown>>
}

/** The fields of a signature; zeros where a transaction is not signed. */
interface SignatureFields {
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
}

/**
 * A transaction with the members that it has in geth (`MarshalJSON` in core/types).
 *
 * @param encoded its bytes
 */
export function transactionJson(
  filled: FilledTransaction,
  encoded: Uint8Array,
  { v, r, s }: SignatureFields,
): TransactionJson {
  const { type } = filled
  const tx = {
    // Of type 0 only the signature may name the chain (EIP-155).
    ...contentsJson(filled, type > 0 || v > 28n),
    v: toQuantity(v),
    r: toQuantity(r),
    s: toQuantity(s),
    // Of these types, v is the parity.
    ...(type > 0 && { yParity: toQuantity(v) }),
    hash: toHex(keccak256(encoded)),
  }
  return { raw: toHex(encoded), tx }
}

function contentsJson(
  filled: FilledTransaction,
  namesChain: boolean,
): Readonly<Record<string, unknown>> {
  const { type, to, blobVersionedHashes, authorizationList = [], accessList = [] } = filled
  return {
    type: toQuantity(type),
    ...(namesChain && { chainId: toQuantity(filled.chainId) }),
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
