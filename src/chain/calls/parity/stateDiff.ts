import { type Hex, toHex, toQuantity } from '../../../primitives/hex.ts'

/** An account at one moment. */
export interface DiffedAccount {
  readonly nonce: bigint
  /** in wei */
  readonly balance: bigint
  readonly code: Uint8Array
}

/** An account that a transaction may have changed. */
export interface AccountBeforeAndAfter {
  readonly address: Hex
  /** undefined if it does not exist */
  readonly before: DiffedAccount | undefined
  readonly after: DiffedAccount | undefined
  /** 32 bytes each */
  readonly slots: readonly { readonly slot: Hex; readonly before: Hex; readonly after: Hex }[]
}

/** How a value changed: unchanged, new, removed, or from one value to another. */
export type Delta =
  | '='
  | { readonly '+': Hex }
  | { readonly '-': Hex }
  | { readonly '*': { readonly from: Hex; readonly to: Hex } }

interface AccountDiff {
  readonly balance: Delta
  readonly code: Delta
  readonly nonce: Delta
  /** of the slots that changed */
  readonly storage: Readonly<Record<Hex, Delta>>
}

/** What a transaction changed, fees included, by address. */
export type StateDiff = Readonly<Record<Hex, AccountDiff>>

const ZERO: Hex = `0x${'0'.repeat(64)}`

/** Writes what changed in Parity's format (pod_account.rs, diff_pod), in the order of addresses and slots. */
export function stateDiff(accounts: readonly AccountBeforeAndAfter[]): StateDiff {
  const diff: Record<Hex, AccountDiff> = {}
  for (const account of accounts.toSorted((a, b) => compare(a.address, b.address))) {
    const changes = accountDiff(account)
    if (changes !== undefined) diff[account.address] = changes
  }
  return diff
}

function accountDiff({ before, after, slots }: AccountBeforeAndAfter): AccountDiff | undefined {
  const sorted = slots.toSorted((a, b) => compare(a.slot, b.slot))
  if (before === undefined) {
    if (after === undefined) return undefined
    const storage = sorted.filter((slot) => slot.after !== ZERO)
    return {
      ...whole(after, (value) => ({ '+': value })),
      storage: Object.fromEntries(storage.map((slot) => [slot.slot, { '+': slot.after }])),
    }
  }
  if (after === undefined) {
    const storage = sorted.filter((slot) => slot.before !== ZERO)
    return {
      ...whole(before, (value) => ({ '-': value })),
      storage: Object.fromEntries(storage.map((slot) => [slot.slot, { '-': slot.before }])),
    }
  }
  const balance = change(toQuantity(before.balance), toQuantity(after.balance))
  const code =
    Buffer.compare(before.code, after.code) === 0
      ? '='
      : change(toHex(before.code), toHex(after.code))
  const nonce = change(toQuantity(before.nonce), toQuantity(after.nonce))
  const changed = sorted.filter((slot) => slot.before !== slot.after)
  const isSame = balance === '=' && code === '=' && nonce === '=' && changed.length === 0
  if (isSame) return undefined
  const storage = changed.map((slot) => [slot.slot, change(slot.before, slot.after)])
  return { balance, code, nonce, storage: Object.fromEntries(storage) }
}

function whole({ balance, code, nonce }: DiffedAccount, delta: (value: Hex) => Delta) {
  return {
    balance: delta(toQuantity(balance)),
    code: delta(toHex(code)),
    nonce: delta(toQuantity(nonce)),
  }
}

function change(from: Hex, to: Hex): Delta {
  return from === to ? '=' : { '*': { from, to } }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
