import { leaderOf } from '../endpoint/leaderOf.ts'
import { journalFactsOf } from '../moves/moveRegistry.ts'
import type { Entry } from './entry.ts'

/** The key of the endpoint that one follows from an entry on; undefined if the entry does not say so. */
export function leaderIn(entry: Entry): string | undefined {
  if ('create' in entry) return leaderOf(entry.create)
  if (!('change' in entry)) return undefined
  const { move, args } = entry.change
  return journalFactsOf(move).leader?.(args)
}
