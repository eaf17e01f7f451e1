import { isDeepStrictEqual } from 'node:util'

/** A result of geth's `prestateTracer` with `diffMode`. */
export interface GethDiff {
  readonly pre: Readonly<Record<string, GethAccount>>
  readonly post: Readonly<Record<string, GethAccount>>
}

interface GethAccount {
  readonly balance?: string
  readonly nonce?: number
  readonly code?: string
  readonly storage?: Readonly<Record<string, string>>
}

/** How a value changes: unchanged, from one value to another, new, or removed. */
type Change =
  | '='
  | { readonly '*': { readonly from: string; readonly to: string } }
  | { readonly '+': string }
  | { readonly '-': string }

/** The changes of an account in Parity's format. */
export interface AccountDiff {
  readonly balance: Change
  readonly nonce: Change
  readonly code: Change
  readonly storage: Readonly<Record<string, Change>>
}

/** What Parity writes of an account that is created without a balance, a nonce, code and storage. */
const createdEmpty: AccountDiff = {
  balance: { '+': '0x0' },
  nonce: { '+': '0x0' },
  code: { '+': '0x' },
  storage: {},
}

interface ReplayedTransaction {
  readonly stateDiff?: Readonly<Record<string, AccountDiff>> | null
  /** a destruction has the address of the contract */
  readonly trace?: readonly { readonly action: { readonly address?: string } }[]
}

/**
 * The results of a replay without accounts that geth's tracer leaves out: those that are created empty, which are there
 * before EIP-161, and contracts that are destroyed in the transaction that creates them. From Amsterdam on those keep
 * what they get afterwards (EIP-8246).
 */
export function withoutUntraced(replayed: readonly ReplayedTransaction[]): object[] {
  return replayed.map((transaction) => {
    const destroyed = new Set(transaction.trace?.map(({ action }) => action.address))
    const changes = Object.entries(transaction.stateDiff ?? {})
    const kept = changes.filter(([address, change]) => {
      const isBalanceOnly = isDeepStrictEqual(change, { ...createdEmpty, balance: change.balance })
      const isEmpty = isDeepStrictEqual(change, createdEmpty)
      return !isEmpty && !(isBalanceOnly && destroyed.has(address))
    })
    return { ...transaction, stateDiff: Object.fromEntries(kept) }
  })
}

const ZERO = `0x${'00'.repeat(32)}`

/** The changes of a transaction in Parity's format: `stateDiff` of `trace_replayBlockTransactions`. */
export function stateDiffOf({ pre, post }: GethDiff): Record<string, AccountDiff> {
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post).filter(exists)])].sort()
  /** geth lists this for an account that exists neither before nor after the transaction. */
  function exists(address: string): boolean {
    const { balance, nonce, code, storage = {} } = post[address] ?? {}
    return (
      [balance, nonce, code].some((field) => field !== undefined) || Object.keys(storage).length > 0
    )
  }
  return Object.fromEntries(
    addresses.map((address) => [address, accountDiff(pre[address], post[address])]),
  )
}

function accountDiff(pre: GethAccount | undefined, post: GethAccount | undefined): AccountDiff {
  const before = fieldsOf(pre ?? {})
  // geth's `post` has only the fields that changed.
  const after = fieldsOf({ ...pre, ...post })
  const change = (name: 'balance' | 'nonce' | 'code'): Change => {
    if (pre === undefined) return { '+': after[name] }
    if (post === undefined) return { '-': before[name] }
    if (before[name] === after[name]) return '='
    return { '*': { from: before[name], to: after[name] } }
  }
  const slots = Object.keys({ ...pre?.storage, ...post?.storage }).sort()
  const storage = slots.flatMap((slot): [string, Change][] => {
    const from = pre?.storage?.[slot] ?? ZERO
    const to = post?.storage?.[slot] ?? ZERO
    // geth lists every slot of a deleted account that was read.
    if (from === to) return []
    if (pre === undefined) return [[slot, { '+': to }]]
    if (post === undefined) return [[slot, { '-': from }]]
    return [[slot, { '*': { from, to } }]]
  })
  return {
    balance: change('balance'),
    nonce: change('nonce'),
    code: change('code'),
    storage: Object.fromEntries(storage),
  }
}

function fieldsOf({ balance = '0x0', nonce = 0, code = '0x' }: GethAccount) {
  return { balance, nonce: `0x${nonce.toString(16)}`, code }
}
