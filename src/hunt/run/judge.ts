import { messageOf } from '../../primitives/errors.ts'
import { compareRows, type RowDifference } from '../rows/compareRows.ts'
import type { ChainBlocks, Expectation } from '../rows/expectation.ts'
import { readRows, type Table } from '../rows/readRows.ts'
import type { ClientCalls } from './clientCalls.ts'
import { type QuietEnd, quietEndOf } from './quietEnd.ts'
import type { Session } from './session.ts'

/** What is wrong with a client after a run. */
export type Difference =
  | ({ readonly is: 'rows' } & RowDifference)
  /** it has ended by itself */
  | { readonly is: 'exit'; readonly reason: string }
  /** it makes no calls, and its rows are wrong */
  | { readonly is: 'hang'; readonly rows: RowDifference | undefined }
  /** it makes new calls without end, and its rows are wrong */
  | { readonly is: 'endless'; readonly rows: RowDifference | undefined }
  /** its rows cannot be read */
  | { readonly is: 'unreadable'; readonly reason: string }

/** How a run is judged. */
export interface Judging {
  /** in milliseconds: for how long a client may do nothing new before its rows count as wrong */
  readonly patience: number
  /** in milliseconds: for how long a client makes no new call when it waits for news; by default a quarter of the patience */
  readonly idleMs?: number | undefined
  /** in milliseconds: the same for a client that does not poll */
  readonly silentMs?: number | undefined
  /** whether a run is over where a wait would be skipped: default false */
  readonly endsAtSkip?: boolean | undefined
  /** how many of the newest blocks the client leaves out */
  readonly confirmations: number
  /** of which table its rows are; by default that follows from their columns */
  readonly expectation: Expectation | undefined
  /** ends the run with its reason when it is aborted */
  readonly signal?: AbortSignal | undefined
}

/** A wait is skipped only after this many calls without progress. */
export const IDLE_CALLS = 6

/** A client whose rows are still wrong after this many times the patience makes new calls without end. */
const ENDLESS = 20

/** In milliseconds: how long a client has at least until its first call, because a busy machine starts programs slowly. */
const START_MS = 10_000

/** In milliseconds: how long to wait for a call before the rows are read again. */
const INTERVAL = 20

/** How many blocks without any row of the client are mined at the end before that is given up. */
const LAST_BLOCKS_MAX = 8

/** How many reads in a row must be right. */
const RIGHT_READS = 2

/** What came of playing steps. */
export interface Played {
  /** the indices of waits that were skipped */
  readonly skippedWaits: readonly number[]
  /** what a client has lost that had all rows, although its chain did not change; undefined if nothing is */
  readonly lost: Difference | undefined
}

/** Plays the steps that are left. A wait for calls that do not come is skipped. */
export async function playToEnd(session: Session, judging: Judging): Promise<Played> {
  const { player, calls } = session
  const skippedWaits: number[] = []
  const quietEnd = quietEndOf(session.scenario)
  let hadAll = false
  let played = player.played
  let missing = Number.POSITIVE_INFINITY
  while (!player.isFinished && session.ended === undefined) {
    judging.signal?.throwIfAborted()
    await calls.next(INTERVAL)
    if (player.status().failure !== null) await player.finished
    if (player.played !== played) {
      played = player.played
      session.noteTruth()
      calls.moved()
    }
    // Even polls are progress as long as the wait counts them.
    const { waitingFor } = player.status()
    const left = waitingFor?.calls ?? missing
    if (left < missing) calls.worked()
    missing = left
    if (player.played === quietEnd?.wait && !hadAll && canTell(session, quietEnd)) {
      hadAll = (await readNow(session, judging)).difference === undefined
    }
    // Steps take a while to be played, during which no call is answered.
    if (waitingFor === null || !isStuck(calls, judging)) continue
    const { played: wait } = player
    if (judging.endsAtSkip) return { skippedWaits: [wait], lost: undefined }
    if (await session.next(wait)) skippedWaits.push(wait)
  }
  return { skippedWaits, lost: hadAll ? await lostNow(session, judging) : undefined }
}

function canTell(session: Session, { movesNode }: QuietEnd): boolean {
  return !movesNode || session.asksEachNode
}

/** What is wrong with the rows of a client once it has seen for a while what the nodes show. */
async function lostNow(session: Session, judging: Judging): Promise<Difference | undefined> {
  while (!isStuck(session.calls, judging) && session.ended === undefined) {
    judging.signal?.throwIfAborted()
    await session.calls.next(INTERVAL)
  }
  return settle(session, judging)
}

/** Whether a client will not make the calls that a step waits for: it has started, and waits for news. */
function isStuck(calls: ClientCalls, judging: Judging): boolean {
  if (!calls.hasCalled) return isPatienceOver(calls, judging)
  const { silentMs = judging.patience / 4 } = judging
  const isIdle = calls.idle >= IDLE_CALLS || calls.idleFor > silentMs
  return isIdle && calls.idleFor > idleMsOf(judging)
}

/** Whether a client has made no new call for so long that none is expected any more. */
function isPatienceOver({ hasCalled, idleFor }: ClientCalls, { patience }: Judging): boolean {
  return idleFor > (hasCalled ? patience : Math.max(patience, START_MS))
}

function idleMsOf({ patience, idleMs = patience / 4 }: Judging): number {
  return idleMs
}

/** Whether the steps have changed any row that the client had to have; a client whose rows have no known table counts, too. */
export async function hasChangedRows(session: Session, judging: Judging): Promise<boolean> {
  const { tables } = session
  if (tables.length === 0) return true
  const [first, ...others] = session.wanted
  const before = await wantedRows(tables, first ?? [], judging)
  for (const wanted of others) {
    if ((await wantedRows(tables, wanted, judging)) !== before) return true
  }
  return false
}

async function wantedRows(
  tables: readonly Table[],
  chains: readonly ChainBlocks[],
  judging: Judging,
): Promise<string> {
  const rows = tables.map(({ expectation }) => expectation.rows(confirmed(chains, judging)))
  return JSON.stringify(await Promise.all(rows))
}

/**
 * Waits until the rows of a client are right, twice in a row, and again after a block that changes them.
 *
 * @returns what is wrong; undefined if nothing is
 */
export async function settleTwice(
  session: Session,
  judging: Judging,
): Promise<Difference | undefined> {
  const { difference, tables } = await settled(session, judging)
  if (difference !== undefined) return difference
  // Rows that do not change would be right before the client has seen the block.
  for (let blocks = 0; blocks < LAST_BLOCKS_MAX; blocks++) {
    await session.mineOne()
    if ((await compareNow(tables, session, judging)) !== undefined) break
  }
  return settle(session, judging)
}

/**
 * Waits until the rows of a client are right, twice in a row.
 *
 * @returns what is wrong; undefined if nothing is
 */
export async function settle(session: Session, judging: Judging): Promise<Difference | undefined> {
  return (await settled(session, judging)).difference
}

/** The rows of a client at one time. */
interface Reading {
  /** none if they cannot be read */
  readonly tables: readonly Table[]
  readonly difference: Difference | undefined
}

/** The last rows of a client: they are right twice in a row, or it does nothing that could change them. */
async function settled(session: Session, judging: Judging): Promise<Reading> {
  const { calls } = session
  const idleMs = idleMsOf(judging)
  const began = performance.now()
  let right = 0
  let shown = ''
  for (;;) {
    judging.signal?.throwIfAborted()
    if (session.ended !== undefined) {
      return { tables: [], difference: { is: 'exit', reason: session.ended } }
    }
    const read = await readNow(session, judging)
    // A client that has not called since the last move may not know of it; one with a subscription need not call.
    const knows = calls.sinceMove > 0 || calls.silentFor > idleMs
    right = read.difference === undefined && knows ? right + 1 : 0
    if (right === RIGHT_READS) return read
    if (read.text !== shown) {
      shown = read.text
      calls.worked()
    }
    const isOver = isPatienceOver(calls, judging)
    const isEndless = performance.now() - began > ENDLESS * judging.patience
    if (read.difference !== undefined && (isOver || isEndless)) {
      return { ...read, difference: verdict(session, read.difference, judging, isEndless) }
    }
    await untilWorthReading(calls)
  }
}

/** Reading rows takes long for many clients: they may be new after a while, or once the client waits for news. */
async function untilWorthReading(calls: ClientCalls): Promise<void> {
  const end = performance.now() + INTERVAL
  const { idle } = calls
  for (let left = INTERVAL; left > 0 && calls.idle <= idle; left = end - performance.now()) {
    await calls.next(left)
  }
}

function verdict(
  { calls }: Session,
  difference: Difference,
  { patience }: Judging,
  isEndless: boolean,
): Difference {
  if (difference.is !== 'rows') return difference
  const { is, ...rows } = difference
  if (calls.silentFor > patience) return { is: 'hang', rows }
  return isEndless ? { is: 'endless', rows } : difference
}

async function readNow(
  session: Session,
  judging: Judging,
): Promise<Reading & { readonly text: string }> {
  let tables: readonly Table[]
  try {
    tables = readRows(await session.rows(), judging.expectation)
    session.tables = tables
  } catch (error) {
    // A client that has just begun may have no rows yet; what it says of them may be nonsense, too.
    const reason = messageOf(error)
    return { tables: [], text: reason, difference: { is: 'unreadable', reason } }
  }
  const rows = await compareNow(tables, session, judging)
  const text = JSON.stringify(tables.map((table) => table.rows))
  return { tables, text, difference: rows && { is: 'rows', ...rows } }
}

function compareNow(
  tables: readonly Table[],
  session: Session,
  judging: Judging,
): Promise<RowDifference | undefined> {
  return compareRows(tables, confirmed(session.truth(), judging))
}

/** Without the blocks that the client leaves out. */
function confirmed(
  chains: readonly ChainBlocks[],
  { confirmations }: Judging,
): readonly ChainBlocks[] {
  return chains.map(({ chainId, blocks }) => {
    return { chainId, blocks: blocks.slice(0, Math.max(0, blocks.length - confirmations)) }
  })
}
