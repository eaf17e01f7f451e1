import type { Chain } from '../chain/chain.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { MoveContext } from '../moves/move.ts'
import { movesByName } from '../moves/moveRegistry.ts'
import { perform } from '../moves/perform.ts'
import { messageOf } from '../primitives/errors.ts'
import { TIMER_MS_MAX } from '../primitives/timers.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import { type ChangeEntry, type Entry, readsOf } from './entry.ts'
import { JournalError } from './journalError.ts'
import { NeededBlocks } from './neededBlocks.ts'

/** A replica answers for other endpoints meanwhile. */
const SLICE_MS = 10

/** Where entries are replayed. */
export interface ReplayTarget {
  readonly chain: Pick<Chain, 'extend' | 'tree'>
  readonly moves: MoveContext
  /** The endpoint of a key, which is created where every key is accepted; undefined if the server has none. */
  endpoint(key: string): Endpoint | undefined
  /** Creates an endpoint. @param options as JSON has them */
  create(key: string, options: Readonly<Record<string, unknown>>): void
  close(endpoint: Endpoint): void
}

/**
 * Makes all changes of a journal again. Each must lead to the head that it has led to before.
 *
 * @param path of the journal, for errors
 * @throws {JournalError} JOURNAL_MISMATCH
 * @throws {EndpointMoveError} if an endpoint cannot begin as it has begun before
 */
export async function replay(
  path: string,
  entries: readonly Entry[],
  target: ReplayTarget,
): Promise<void> {
  const needed = new NeededBlocks(entries)
  // The server may not listen yet, and threads do not keep a process alive.
  const alive = setInterval(() => {}, TIMER_MS_MAX)
  let began = performance.now()
  try {
    for (const entry of entries) {
      if (performance.now() - began > SLICE_MS) {
        await yieldToEventLoop()
        began = performance.now()
      }
      // If that fails, it is not the journal that is wrong.
      if ('change' in entry) await target.endpoint(entry.endpoint)?.begin()
      await replayEntry(entry, target, needed).catch((error: unknown) => {
        const problem = `${path}: entry ${entry.sequence}: ${messageOf(error)}`
        throw new JournalError('JOURNAL_MISMATCH', problem, { cause: error })
      })
    }
  } finally {
    clearInterval(alive)
    needed.end()
  }
}

async function replayEntry(
  entry: Entry,
  target: ReplayTarget,
  needed: NeededBlocks,
): Promise<void> {
  if ('chain' in entry) return extendTo(entry.chain, target.chain)
  if ('create' in entry) return target.create(entry.endpoint, entry.create)
  const endpoint = target.endpoint(entry.endpoint)
  if (endpoint === undefined) {
    if ('close' in entry) return
    const problem = `the server has no endpoint '${entry.endpoint}': add its key (--api-key), as before`
    throw mismatch(problem)
  }
  if ('close' in entry) return target.close(endpoint)
  endpoint.changes.restoreNodes(entry)
  await replayChange(entry, endpoint, target.moves, needed)
}

async function extendTo(
  { number, hash }: { readonly number: number; readonly hash?: string },
  chain: ReplayTarget['chain'],
): Promise<void> {
  await chain.extend(Math.max(0, number - chain.tree.head.number))
  const found = chain.tree.byNumber(number)?.hash
  if (hash !== undefined && found !== hash)
    throw mismatch(`block ${number} of the chain is ${found}, and was ${hash}`)
}

async function replayChange(
  entry: ChangeEntry,
  endpoint: Endpoint,
  context: MoveContext,
  needed: NeededBlocks,
): Promise<void> {
  const { change, start, end } = entry
  const move = movesByName.get(change.move)
  if (move === undefined) throw mismatch(`there is no move '${change.move}'`)
  // JSON has null where an argument was omitted.
  const args = change.args.map((each) => each ?? undefined)
  needed.watch(endpoint)
  // While this change was made, the chain or endpoint that it follows may have moved on.
  const follow = endpoint.head.hash === start ? undefined : endpoint.holdAt(start)
  needed.prepare(entry, endpoint)
  const sent = endpoint.miner?.log.count
  let failure: unknown
  const lost = await endpoint.changes.replay(readsOf(entry), end.hash, async () => {
    try {
      await perform(move, endpoint, args, context)
    } catch (error) {
      // One that failed before is only written if it has moved the head, which is compared below, or sent a transaction.
      if (endpoint.head.hash === start && endpoint.miner?.log.count === sent) throw error
      failure = error
    }
  })
  needed.replayed(entry)
  // A head that follows may be higher now than it was.
  const reached = follow?.() ? endpoint.blockByNumber(end.number) : endpoint.head
  const { number, hash, alteredRoot } = reached ?? endpoint.head
  if (hash === end.hash && alteredRoot === end.stateRoot) return
  const where = `endpoint '${entry.endpoint}' is at block ${number}, ${hash}`
  // What the node does not give any more, it has given before.
  const [cause = ''] = [failure && messageOf(failure), ...lost]
    .filter((each) => each !== undefined)
    .map((each) => `: ${each}`)
  throw mismatch(`${where}, and was at block ${end.number}, ${end.hash}${cause}`)
}

function mismatch(problem: string): JournalError {
  return new JournalError('JOURNAL_MISMATCH', problem)
}
