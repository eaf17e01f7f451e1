import type { SentPool } from '../../endpoint/endpointPool.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { SlicePause } from '../longWork.ts'
import type { MethodContext } from '../method.ts'

/** By nonce, in decimal. */
type ByNonce<T> = Readonly<Record<string, T>>

/** The transactions of a pool: those that the next block can include, and those that wait for others. */
export interface PoolContent<T> {
  readonly pending: T
  readonly queued: T
}

/** The pool of an endpoint, adapted to its head; undefined if nothing was sent. */
export async function poolOf({
  endpoint,
}: Pick<MethodContext, 'endpoint'>): Promise<SentPool | undefined> {
  return (await endpoint.miner?.pool)?.adapted()
}

/** All transactions by sender and nonce, as geth lists them; read in time slices, because there may be thousands. */
export async function contentBySender<T>(
  context: MethodContext,
  write: (transaction: SentTransaction) => T,
): Promise<PoolContent<Readonly<Record<string, ByNonce<T>>>>> {
  const writeAddress = addressWriter(context)
  const contents = [...((await poolOf(context))?.contents() ?? [])].map((content) => ({
    ...content,
    sender: writeAddress(content.sender),
  }))
  // As in geth, and so in the same order after a revert.
  contents.sort((one, other) => (one.sender < other.sender ? -1 : 1))
  return context.runLong(async (pause) => {
    const pending: Record<string, ByNonce<T>> = {}
    const queued: Record<string, ByNonce<T>> = {}
    for (const { sender, ...content } of contents) {
      if (content.pending.length > 0) {
        pending[sender] = await byNonce(content.pending, write, pause)
      }
      if (content.queued.length > 0) queued[sender] = await byNonce(content.queued, write, pause)
    }
    return { pending, queued }
  })
}

/** How the dialect writes addresses in the content of the pool. */
export function addressWriter({
  dialect,
}: Pick<MethodContext, 'dialect'>): (address: Hex) => string {
  const { hasChecksums } = dialect.style
  return (address) => (hasChecksums ? checksumAddress(fromHex(address)) : address)
}

/** The transactions of one sender by nonce. */
export async function contentOfSender<T>(
  context: MethodContext,
  sender: Hex,
  write: (transaction: SentTransaction) => T,
): Promise<PoolContent<ByNonce<T>>> {
  const { pending = [], queued = [] } = (await poolOf(context))?.contentOf(sender) ?? {}
  return context.runLong(async (pause) => ({
    pending: await byNonce(pending, write, pause),
    queued: await byNonce(queued, write, pause),
  }))
}

async function byNonce<T>(
  transactions: readonly SentTransaction[],
  write: (transaction: SentTransaction) => T,
  pause: SlicePause,
): Promise<ByNonce<T>> {
  const written: Record<string, T> = {}
  for (const transaction of transactions) {
    const turn = pause()
    if (turn !== undefined) await turn
    written[String(transaction.nonce)] = write(transaction)
  }
  return written
}
