import type { MethodContext } from '../method.ts'
import { pooledJson } from '../sending/pooledJson.ts'
import type { SentPosition } from './filter.ts'

/** What a filter reports about transactions that were sent since its last poll, as JSON. */
export async function readSent(sent: SentPosition, context: MethodContext): Promise<string[]> {
  const { log, full } = sent
  const hashes = log.since(sent.position)
  if (!context.view.isComparison) sent.position = log.count
  if (!full) return hashes.map((hash) => `"${hash}"`)
  const pool = await context.endpoint.sending?.pool
  return hashes.flatMap((hash) => {
    const transaction = pool?.find(hash)
    return transaction === undefined
      ? []
      : [JSON.stringify(pooledJson(transaction, context.dialect))]
  })
}
