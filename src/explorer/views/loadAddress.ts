import { toQuantity } from '../decode/units.ts'
import { rememberTransactions } from '../store/seenTransactions.ts'
import type { Session } from '../store/session.ts'
import { loadReceipts } from './loadReceipts.ts'
import type { RpcBlock, RpcLog, RpcReceipt, RpcTransaction } from './rpcTypes.ts'

/** An account in the state of the head. */
export interface LoadedAccount {
  readonly balance: bigint
  readonly nonce: bigint
  readonly code: string
  /** slots that are not empty, of the first ones */
  readonly slots: readonly { readonly slot: string; readonly value: string }[]
}

/** How many slots are read without being asked for: contracts keep their simple variables there. */
const SLOTS = 12

const EMPTY_SLOT = /^0x0*$/

/** The prefix of the code of an account that delegates to a contract (EIP-7702). */
const DELEGATION = '0xef0100'

export async function loadAccount(
  { connection }: Session,
  address: string,
): Promise<LoadedAccount> {
  const numbers = Array.from({ length: SLOTS }, (_, index) => toQuantity(index))
  const [balance, nonce, code, ...slots] = await connection.batch([
    { method: 'eth_getBalance', params: [address, 'latest'] },
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    { method: 'eth_getCode', params: [address, 'latest'] },
    ...numbers.map((slot) => ({
      method: 'eth_getStorageAt',
      params: [address, slot, 'latest'],
    })),
  ])
  const failed = [balance, nonce, code].find((outcome) => outcome?.error !== undefined)
  if (failed?.error !== undefined) throw failed.error
  return {
    balance: BigInt(balance?.result as string),
    nonce: BigInt(nonce?.result as string),
    code: code?.result as string,
    slots: slots.flatMap(({ result }, index) => {
      const value = result as string | undefined
      const slot = numbers[index]
      if (value === undefined || slot === undefined || EMPTY_SLOT.test(value)) return []
      return [{ slot, value }]
    }),
  }
}

/** The contract that an account delegates to; undefined if it does not. */
export function delegateOf(code: string): string | undefined {
  const isDelegation = code.startsWith(DELEGATION) && code.length === DELEGATION.length + 40
  return isDelegation ? `0x${code.slice(DELEGATION.length)}` : undefined
}

/** A transaction from or to an address. */
export interface AddressRow {
  readonly transaction: RpcTransaction
  readonly receipt: RpcReceipt | undefined
  /** of its block: QUANTITY, in seconds */
  readonly timestamp: string
}

/** What happened at an address in a range of blocks, newest first. */
export interface AddressActivity {
  /** the first block of the range */
  readonly from: number
  readonly rows: readonly AddressRow[]
  readonly logs: readonly RpcLog[]
}

/** How many blocks are searched at once. */
const SEARCHED = 64

/**
 * Finds the transactions and logs of an address in the canonical blocks up to `to`; of a fork, blocks below the pinned one
 * are searched only if `to` is one.
 *
 * @param isContract whether logs are searched as well
 */
export async function loadActivity(
  session: Session,
  address: string,
  to: number,
  isContract: boolean,
): Promise<AddressActivity> {
  const pinned = session.pinned.peek()?.number ?? 0
  const from = Math.max(to < pinned ? 0 : pinned, to - SEARCHED + 1)
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => to - index)
  const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to), address }
  const outcomes = await session.connection.batch([
    ...numbers.map((number) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(number), true],
    })),
    ...(isContract ? [{ method: 'eth_getLogs', params: [range] }] : []),
  ])
  const blocks = outcomes.slice(0, numbers.length).flatMap(({ result }) => {
    return result ? [result as RpcBlock] : []
  })
  const wanted = address.toLowerCase()
  const found = blocks.flatMap(({ number, timestamp, transactions }) =>
    transactions
      .filter(({ from, to }) => from === wanted || to === wanted)
      .map((transaction) => ({ transaction, timestamp, block: number }))
      .reverse(),
  )
  rememberTransactions(
    session,
    found.map(({ transaction }) => transaction),
  )
  const receipts = await loadReceipts(session, new Set(found.map(({ block }) => block)))
  const logs = (outcomes[numbers.length]?.result ?? []) as readonly RpcLog[]
  return {
    from,
    rows: found.map(({ transaction, timestamp }) => ({
      transaction,
      timestamp,
      receipt: receipts.get(transaction.hash),
    })),
    logs: logs.toReversed(),
  }
}
