import { type Hex, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { RlpItem } from '../../primitives/rlp.ts'
import { encodeTyped } from '../encoding/encodeTyped.ts'
import { fieldsByType, type TransactionFieldName } from '../encoding/transactionFields.ts'
import type { AppliedMessage } from './appliedMessage.ts'

const NOTHING = new Uint8Array(0)

/** `v`, `r` and `s` */
const UNSIGNED = [NOTHING, NOTHING, NOTHING]

/** The types of transactions (EIP-2718) that calls become. */
export type UnsignedType = 0 | 1 | 2 | 3 | 4

/** What a transaction consists of: its sender follows from its signature. */
type UnsignedMessage = Omit<AppliedMessage, 'from'>

/** The hash of a message as a transaction without a signature, which geth names in an error. */
export function unsignedHash(message: AppliedMessage, type: UnsignedType, chainId: number): Hex {
  return toHex(keccak256(encodeUnsigned(message, type, chainId)))
}

/** A message as a transaction of a block, without a signature. */
export function encodeUnsigned(
  message: UnsignedMessage,
  type: UnsignedType,
  chainId: number,
): Uint8Array {
  const values: Record<TransactionFieldName, RlpItem> = {
    chainId: toMinimalBytes(chainId),
    nonce: toMinimalBytes(message.nonce),
    gasPrice: toMinimalBytes(message.gasPrice),
    maxPriorityFeePerGas: toMinimalBytes(message.gasTipCap),
    maxFeePerGas: toMinimalBytes(message.gasFeeCap),
    gas: toMinimalBytes(message.gasLimit),
    to: message.to ?? NOTHING,
    value: toMinimalBytes(message.value),
    input: message.data,
    accessList: (message.accessList ?? []).map(({ address, storageKeys }) => [
      address,
      storageKeys,
    ]),
    maxFeePerBlobGas: toMinimalBytes(message.blobGasFeeCap ?? 0n),
    blobVersionedHashes: message.blobHashes ?? [],
    authorizationList: (message.authorizationList ?? []).map((authorization) => [
      toMinimalBytes(authorization.chainId),
      authorization.address,
      toMinimalBytes(authorization.nonce),
      toMinimalBytes(authorization.yParity),
      toMinimalBytes(authorization.r),
      toMinimalBytes(authorization.s),
    ]),
  }
  const items = fieldsByType[type].map((name) => values[name])
  return encodeTyped(type, [...items, ...UNSIGNED])
}
