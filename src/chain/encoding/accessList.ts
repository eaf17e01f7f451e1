import { type Hex, toBigInt, toHex, toNumber } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'

type Bytes = Uint8Array
type ChangeItem = readonly [index: Bytes, value: Bytes]
type AccountItem = readonly [
  address: Bytes,
  writes: readonly (readonly [slot: Bytes, changes: readonly ChangeItem[]])[],
  reads: readonly Bytes[],
  balances: readonly ChangeItem[],
  nonces: readonly ChangeItem[],
  codes: readonly ChangeItem[],
]

/** A value after a transaction: 0 is before the first one, and the number of transactions plus 1 after the last. */
interface Change<Value> {
  readonly index: number
  readonly value: Value
}

/** What a block accesses of one account (EIP-7928). */
export interface AccountAccess {
  /** DATA, 20 bytes */
  readonly address: Hex
  /** by slot, DATA, 32 bytes, as are the values */
  readonly storageChanges: readonly {
    readonly key: Hex
    readonly changes: readonly Change<Hex>[]
  }[]
  /** slots that do not change, DATA, 32 bytes each */
  readonly storageReads: readonly Hex[]
  /** in wei */
  readonly balanceChanges: readonly Change<bigint>[]
  readonly nonceChanges: readonly Change<bigint>[]
  readonly codeChanges: readonly { readonly index: number; readonly code: Hex }[]
}

/** Decodes a block access list. */
export function decodeAccessList(rlp: Uint8Array): AccountAccess[] {
  // The access lists of blocks have this shape, which the type of RLP cannot say.
  const accounts = readRlp(rlp) as readonly AccountItem[]
  return accounts.map(([address, writes, reads, balances, nonces, codes]) => ({
    address: toHex(address),
    storageChanges: writes.map(([slot, changes]) => ({
      key: toWord(slot),
      changes: changes.map(([index, value]) => ({ index: toNumber(index), value: toWord(value) })),
    })),
    storageReads: reads.map(toWord),
    balanceChanges: balances.map(toQuantityChange),
    nonceChanges: nonces.map(toQuantityChange),
    codeChanges: codes.map(([index, code]) => ({ index: toNumber(index), code: toHex(code) })),
  }))
}

function toQuantityChange([index, value]: ChangeItem): Change<bigint> {
  return { index: toNumber(index), value: toBigInt(value) }
}

function toWord(bytes: Bytes): Hex {
  return `0x${toHex(bytes).slice(2).padStart(64, '0')}`
}
