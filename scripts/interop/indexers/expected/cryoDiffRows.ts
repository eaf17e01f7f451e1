import type { Printed, Row } from '../rows.ts'
import type { AccountChange } from '../stock/changeRecorder.ts'
import type { StockBlock } from '../stock/stockTraces.ts'

/** The rows of cryo's data sets about changes of state. */
interface DiffRows {
  readonly balances: readonly Row[]
  readonly nonces: readonly Row[]
  readonly codes: readonly Row[]
  readonly slots: readonly Row[]
}

type Member = 'balance' | 'nonce' | 'code'

const EMPTY = { balance: 0n, nonce: 0n, code: '0x' } as const

/** Of `balance_diffs` and so on, which cryo makes from `trace_replayBlockTransactions`. */
export function cryoDiffRows(traced: readonly StockBlock[]): DiffRows {
  const changesOf = (member: Member) =>
    rowsOf(traced, ({ before, after }) => {
      const from = before?.[member] ?? EMPTY[member]
      const to = after?.[member] ?? EMPTY[member]
      // An account that is created or deleted has a row even if it is empty, but not in `code_diffs`.
      const exists = member !== 'code' && (before === undefined) !== (after === undefined)
      return from === to && !exists ? [] : [valuesOf(member, from, to)]
    })
  return {
    balances: changesOf('balance'),
    nonces: changesOf('nonce'),
    codes: changesOf('code'),
    slots: slotRows(traced),
  }
}

/**
 * Of `geth_balance_diffs` and so on, which cryo makes from the differences of geth's prestateTracer. For the state after a
 * transaction they have only what changed, and cryo reads a missing value as 0. Rows without a value are left out here, and
 * `withoutEmptyRows` removes them from cryo's rows.
 */
export function cryoGethDiffRows(traced: readonly StockBlock[]): DiffRows {
  const changesOf = (member: Member) =>
    rowsOf(traced, ({ before, after }) => {
      const from = before?.[member] ?? EMPTY[member]
      const to = after?.[member] ?? EMPTY[member]
      const named = from === to ? EMPTY[member] : to
      const isEmpty = from === EMPTY[member] && named === EMPTY[member]
      return isEmpty ? [] : [valuesOf(member, from, named, 'string')]
    })
  return {
    balances: changesOf('balance'),
    nonces: changesOf('nonce'),
    codes: changesOf('code'),
    slots: slotRows(traced),
  }
}

function slotRows(traced: readonly StockBlock[]): Row[] {
  return rowsOf(traced, ({ slots }) =>
    slots.map(({ slot, before, after }) => ({ slot, from_value: before, to_value: after })),
  )
}

/** cryo has a row for every account that geth lists, even without a value. */
export function withoutEmptyRows(read: Printed): Printed {
  if (read === undefined || 'error' in read) return read
  return (read as readonly Row[]).filter((row) =>
    Object.entries(row).some(
      ([column, value]) =>
        /^(from|to)_value/.test(column) && ![null, 0, '0', '0x', ZERO].includes(value as string),
    ),
  )
}

const ZERO = `0x${'0'.repeat(64)}`

/** Columns of large numbers have a suffix for their format. */
function valuesOf(member: Member, from: unknown, to: unknown, nonce?: 'string'): Row {
  const isLarge = member === 'balance' || (member === 'nonce' && nonce === 'string')
  const suffix = isLarge ? '_string' : ''
  return { [`from_value${suffix}`]: from, [`to_value${suffix}`]: to }
}

function rowsOf(traced: readonly StockBlock[], valuesIn: (change: AccountChange) => Row[]): Row[] {
  return traced.flatMap(({ block, transactions }) =>
    transactions.flatMap(({ hash, index, changes }) =>
      changes.flatMap((change) =>
        valuesIn(change).map((values) => ({
          block_number: block.header.number,
          transaction_index: index,
          transaction_hash: hash,
          address: change.address,
          ...values,
        })),
      ),
    ),
  )
}
