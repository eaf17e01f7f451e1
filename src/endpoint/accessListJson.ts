import { type AccountAccess, decodeAccessList } from '../chain/encoding/accessList.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'

/**
 * A block access list as `eth_getBlockAccessList` returns it (execution-apis).
 *
 * @param rlp as it is hashed
 */
export function accessListJson(rlp: Uint8Array) {
  return decodeAccessList(rlp).map(toJson)
}

function toJson({
  address,
  storageChanges,
  storageReads,
  balanceChanges,
  nonceChanges,
  codeChanges,
}: AccountAccess) {
  const quantities = (changes: readonly { index: number; value: bigint | Hex }[]) =>
    changes.map(({ index, value }) => ({
      index: toQuantity(index),
      value: typeof value === 'bigint' ? toQuantity(value) : value,
    }))
  return {
    address,
    storageChanges: storageChanges.map(({ key, changes }) => ({
      key,
      changes: quantities(changes),
    })),
    storageReads,
    balanceChanges: quantities(balanceChanges),
    nonceChanges: quantities(nonceChanges),
    codeChanges: codeChanges.map(({ index, code }) => ({ index: toQuantity(index), code })),
  }
}
