import type { Fault, FaultTransport } from './fault.ts'

/**
 * What goes wrong, and with which calls, as plain JSON. A rule without conditions is about every call; of several
 * conditions all must hold.
 */
export interface FaultRule {
  /** A batch is about the methods and blocks of all its requests. A misspelt or incomplete name is refused. */
  readonly methods?: string | readonly string[]
  /** A call that names no block, by number, tag, hash or transaction, is about none; a range, about all that it has. */
  readonly blocks?: number | readonly number[] | BlockRange
  readonly transport?: FaultTransport | readonly FaultTransport[]
  /** Which calls of a method on this endpoint, counted from 1; for faults of batches, which batches. */
  readonly calls?: number | readonly number[] | CallRange
  /** How often at most, for each method on its own: so it matters not how calls of several methods interleave. */
  readonly times?: number
  /**
   * Whether `calls` and `times` count the calls of all its methods as one series: the first two of these methods, say.
   * Then what befalls a call follows from how calls of several methods interleave, too. Default false.
   */
  readonly together?: boolean
  /** In how many of how many cases, each being drawn by the seed. */
  readonly rate?: readonly [part: number, whole: number]
  readonly fault: Fault
}

/** A rule that has befallen nothing since it was set. */
export interface UnusedFault {
  /** its place in the list of rules, from 0 */
  readonly index: number
  /** as it was written */
  readonly rule: FaultRule
}

/** Blocks by their numbers, both ends included; without `to`, all from `from` on. */
export interface BlockRange {
  readonly from: number
  readonly to?: number
}

/** Calls by their numbers, both ends included: the first of them, and every so many after it. */
export interface CallRange {
  /** Default 1. */
  readonly from?: number
  readonly to?: number
  /** Default 1. */
  readonly every?: number
}
