import type { RpcCall } from '../connection/rpcConnection.ts'
import { toQuantity } from '../decode/units.ts'
import type { Session } from '../store/session.ts'
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpcTypes.ts'
import { rememberTransactions, seenTransaction } from './seenTransactions.ts'

/** `removed`: a block had it that is not canonical any more; `dropped`: the endpoint knows nothing of it now. */
type TransactionState = 'mined' | 'pending' | 'removed' | 'dropped'

export interface LoadedTransaction {
  readonly transaction: RpcTransaction
  readonly state: TransactionState
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
  const [found, receipt] = await connection.batch([
    call,
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ])
  if (found?.error !== undefined) throw found.error
  const current = found?.result as RpcTransaction | null
  const transaction = current ?? seenTransaction(session, hash)
  if (transaction === undefined) return undefined
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
    state: stateOf(current, transaction),
    receipt: (receipt?.result as RpcReceipt | null) ?? undefined,
    block: block ?? undefined,
    call,
  }
}

function stateOf(current: RpcTransaction | null, shown: RpcTransaction): TransactionState {
  if (current === null) return shown.blockHash === null ? 'dropped' : 'removed'
  return current.blockHash === null ? 'pending' : 'mined'
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
  if (block === undefined) {
    return { transaction, state: 'removed', receipt: undefined, block: undefined, call }
  }
  const receipts = await connection.request<readonly RpcReceipt[] | null>('eth_getBlockReceipts', [
    block.number,
  ])
  const receipt = receipts?.find(({ transactionHash }) => transactionHash === hash)
  return { transaction, state: 'mined', receipt, block, call }
}
