import type { ChangeEntry, Entry } from './entry.ts'
import { MinedBlocks } from './minedBlocks.ts'

/**
 * The entries without those that change nothing any more: those of endpoints that were closed, and faults that others
 * have replaced. Blocks that the chain has grown by are one entry, and so are blocks that were mined one after another.
 */
export function compact(entries: readonly Entry[]): readonly Entry[] {
  const leaders = leadersIn(entries)
  const closed = closedIn(entries, leaders)
  const faults = lastFaultsIn(entries)
  const created = new Set(entries.map((entry) => 'create' in entry && entry.endpoint))
  const senders = new Set(entries.map((entry) => isSend(entry) && entry.endpoint))
  const kept: (Entry | MinedBlocks)[] = []
  /** by endpoint, what its last entry mines, if it mines blocks only */
  const last = new Map<string, MinedBlocks | undefined>()
  for (const entry of entries) {
    if ('chain' in entry) {
      const before = kept.at(-1)
      if (before !== undefined && 'chain' in before) kept.pop()
      kept.push(entry)
      continue
    }
    const { endpoint, sequence } = entry
    if (sequence < (closed.get(endpoint) ?? 0)) continue
    // The keys of the server would be known again; those that a test has created would not.
    if ('close' in entry && created.has(endpoint) && !leaders.has(endpoint)) continue
    if (sequence < (faults.get(endpoint) ?? 0) && moveOf(entry) === 'setFaults') continue
    // When blocks were mined is seen by endpoints that follow; and which transactions a block has may follow from it.
    const canJoin = !leaders.has(endpoint) && !senders.has(endpoint)
    const mined = canJoin ? MinedBlocks.of(entry) : undefined
    if (mined !== undefined && last.get(endpoint)?.add(mined) === true) continue
    last.set(endpoint, mined)
    kept.push(mined ?? entry)
  }
  return kept.map((each) => (each instanceof MinedBlocks ? each.entry : each))
}

/** The endpoints that others have followed. */
function leadersIn(entries: readonly Entry[]): ReadonlySet<unknown> {
  const lags = entries.flatMap((entry) => {
    if ('create' in entry) return [entry.create.lag]
    return moveOf(entry) === 'setLag' ? [argumentsOf(entry)[0]] : []
  })
  return new Set(lags.map((lag) => (Object(lag) as { readonly behind?: unknown }).behind))
}

/** By endpoint, the number of the last entry that closes it. */
function closedIn(
  entries: readonly Entry[],
  leaders: ReadonlySet<unknown>,
): ReadonlyMap<string, number> {
  const closed = new Map<string, number>()
  for (const entry of entries) {
    if ('close' in entry && !leaders.has(entry.endpoint)) closed.set(entry.endpoint, entry.sequence)
  }
  return closed
}

/** By endpoint, the number of the last entry that sets its faults. */
function lastFaultsIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const entry of entries) {
    if (moveOf(entry) === 'setFaults' && 'endpoint' in entry)
      last.set(entry.endpoint, entry.sequence)
  }
  return last
}

function isSend(entry: Entry): entry is ChangeEntry {
  return 'change' in entry && 'send' in entry.change
}

function moveOf(entry: Entry): string | undefined {
  return 'change' in entry && 'move' in entry.change ? entry.change.move : undefined
}

function argumentsOf(entry: Entry): readonly unknown[] {
  return 'change' in entry && 'move' in entry.change ? entry.change.args : []
}
