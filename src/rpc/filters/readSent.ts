import type { EndpointPool } from '../../endpoint/endpointPool.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { JsonList } from '../jsonList.ts'
import type { SlicePause } from '../longWork.ts'
import type { MethodContext } from '../method.ts'
import { pooledJson } from '../sending/pooledJson.ts'
import type { SentPosition } from './filter.ts'

/**
 * Adds to a list what a filter reports about transactions that were sent since its last poll, as far as it has room; the
 * next poll reports the rest. Transactions that are not kept any more are left out.
 *
 * @param bytesMax for the whole list
 */
export async function readSent(
  sent: SentPosition,
  context: MethodContext,
  { results, bytesMax }: { readonly results: JsonList; readonly bytesMax: number },
  pause: SlicePause,
): Promise<void> {
  const { log, full } = sent
  const { endpoint, view } = context
  const hashes = log.since(sent.position)
  // Those before it are not kept any more.
  let position = log.end - hashes.length
  const pool = full ? await endpoint.miner?.pool : undefined
  for (const hash of hashes) {
    const turn = pause(results.bytes)
    if (turn !== undefined) await turn
    const json = hash && (full ? pooledText(pool, hash, context) : `"${hash}"`)
    if (json !== undefined && !results.add(json, bytesMax)) break
    position++
  }
  if (!view.isComparison) sent.position = position
}

function pooledText(
  pool: EndpointPool | undefined,
  hash: Hex,
  { dialect }: MethodContext,
): string | undefined {
  const transaction = pool?.find(hash)
  return transaction && JSON.stringify(pooledJson(transaction, dialect))
}
