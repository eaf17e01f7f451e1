import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** What a test has ended with. */
export interface Outcome {
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** why it has failed or was skipped */
  readonly message: string
}

/** By the name of the test. */
export type Outcomes = Readonly<Record<string, Outcome>>

/**
 * Reads the failures that are known.
 *
 * @returns the reason by the name of the test
 */
export function readKnown(file: URL): ReadonlyMap<string, string> {
  const byReason = parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>
  return new Map(
    Object.entries(byReason).flatMap(([reason, tests]) => tests.map((test) => [test, reason])),
  )
}
