import type { KeptCall } from './keptCalls.ts'

/** How many calls of each method an endpoint has received. */
export type ReceivedCounts = Readonly<Record<string, number>>

/** The calls that an endpoint has received so far. */
export interface CallHistory {
  /** the newest calls, oldest first */
  readonly newest: Iterable<KeptCall>
  /** of each method; the most frequent first */
  readonly counts: ReceivedCounts
  countOf(method: string): number
}
