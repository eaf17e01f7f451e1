import type { Session } from '../store/session.ts'
import type { RpcReceipt } from './rpcTypes.ts'

/** The receipts of some blocks, by the hashes of their transactions. */
export async function loadReceipts(
  { connection }: Session,
  blocks: ReadonlySet<string | null>,
): Promise<ReadonlyMap<string, RpcReceipt>> {
  const outcomes = await connection.batch(
    [...blocks].map((block) => ({ method: 'eth_getBlockReceipts', params: [block] })),
  )
  const receipts = outcomes.flatMap(({ result }) => (result ?? []) as readonly RpcReceipt[])
  return new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
}
