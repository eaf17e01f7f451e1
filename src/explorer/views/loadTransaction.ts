import type { RpcCall } from '../connection/rpcConnection.ts'
import { toQuantity } from '../decode/units.ts'
import { rememberTransactions, seenTransaction } from '../store/seenTransactions.ts'
import type { Session } from '../store/session.ts'
import { loadReceipts } from './loadReceipts.ts'
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpcTypes.ts'

/**
 * `ahead`: the head has yet to come to a block that has it; `removed`: only other blocks have it; `replaced`: another one
 * has its sender and nonce; `dropped`: the endpoint knows nothing of it now.
 */
type TransactionState = 'mined' | 'pending' | 'ahead' | 'removed' | 'replaced' | 'dropped'

/** A block that is not canonical. */
interface SideBlock {
  readonly number: number
  readonly hash: string
}

/** What `ommer_transaction` returns. */
interface Fate {
  readonly transaction: RpcTransaction
  readonly state: TransactionState
  readonly blocks: readonly (SideBlock & { readonly isCanonical: boolean })[]
  readonly replacedBy: string | null
}

export interface LoadedTransaction {
  readonly transaction: RpcTransaction
  readonly state: TransactionState
  /** those that have it, the newest first */
  readonly sideBlocks: readonly SideBlock[]
  /** the hash of the transaction that has its sender and nonce now */
  readonly replacedBy: string | undefined
  readonly receipt: RpcReceipt | undefined
  /** the block that includes it */
  readonly block: RpcBlock | undefined
  readonly call: RpcCall
}

/** How many blocks below the head are searched for a transaction if the endpoint cannot be asked by hash. */
const SEARCHED = 64

/** @returns undefined if nobody knows the transaction */
export async function loadTransaction(
  session: Session,
  hash: string,
): Promise<LoadedTransaction | undefined> {
  const isCore = session.permissions.peek()?.methods === 'core'
  return isCore ? await searchTransaction(session, hash) : await askTransaction(session, hash)
}

async function askTransaction(
  session: Session,
  hash: string,
): Promise<LoadedTransaction | undefined> {
  const { connection } = session
  const call = { method: 'eth_getTransactionByHash', params: [hash] }
  const [known, receipt] = await connection.batch([
    { method: 'ommer_transaction', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ])
  if (known?.error !== undefined) throw known.error
  const fate = known?.result as Fate | null
  if (fate === null) return await droppedTransaction(session, hash, call)
  const { transaction, state, blocks, replacedBy } = fate
  rememberTransactions(session, [transaction])
  const block =
    transaction.blockHash === null
      ? null
      : await connection.request<RpcBlock | null>('eth_getBlockByHash', [
          transaction.blockHash,
          false,
        ])
  return {
    transaction,
    state,
    sideBlocks: blocks.filter(({ isCanonical }) => !isCanonical),
    replacedBy: replacedBy ?? undefined,
    receipt: (receipt?.result as RpcReceipt | null) ?? undefined,
    block: block ?? undefined,
    call,
  }
}

/** The endpoint does not have it any more, but this page has shown it. */
async function droppedTransaction(
  session: Session,
  hash: string,
  call: RpcCall,
): Promise<LoadedTransaction | undefined> {
  const transaction = seenTransaction(session, hash)
  if (transaction === undefined) return undefined
  const { from, nonce } = transaction
  const other = await session.connection.request<RpcTransaction | null>(
    'eth_getTransactionBySenderAndNonce',
    [from, nonce],
  )
  return {
    transaction,
    state: other === null ? 'dropped' : 'replaced',
    sideBlocks: [],
    replacedBy: other?.hash,
    receipt: undefined,
    block: undefined,
    call,
  }
}

/** With the five methods alone, a transaction can only be found in its block. */
async function searchTransaction(
  session: Session,
  hash: string,
): Promise<LoadedTransaction | undefined> {
  const { connection } = session
  const seen = seenTransaction(session, hash)
  const head = session.head.peek()?.number ?? 0
  const numbers =
    seen?.blockNumber == null
      ? Array.from({ length: Math.min(SEARCHED, head + 1) }, (_, index) => head - index)
      : [Number(seen.blockNumber)]
  const outcomes = await connection.batch(
    numbers.map((number) => ({
      method: 'eth_getBlockByNumber',
      params: [toQuantity(number), true],
    })),
  )
  const blocks = outcomes.flatMap(({ result }) => (result ? [result as RpcBlock] : []))
  const block = blocks.find(({ transactions }) => transactions.some((each) => each.hash === hash))
  const transaction = block?.transactions.find((each) => each.hash === hash) ?? seen
  if (transaction === undefined) return undefined
  const call = {
    method: 'eth_getTransactionByBlockNumberAndIndex',
    params: [transaction.blockNumber, transaction.transactionIndex],
  }
  const found = { transaction, sideBlocks: [], replacedBy: undefined, call }
  if (block === undefined) {
    return { ...found, state: 'removed', receipt: undefined, block: undefined }
  }
  const receipts = await loadReceipts(session, new Set([block.number]))
  const receipt = receipts.get(hash)
  return { ...found, state: 'mined', receipt, block }
}
