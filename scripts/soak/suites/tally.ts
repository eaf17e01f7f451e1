/** What the clients that run suites did and saw; sent between processes. */
export interface SuitesTally {
  /** suites that ran to their end */
  suites: number
  /** answers that were compared with the model */
  checked: number
  /** answers that the model contradicts */
  wrong: number
  /** suites that ended early because the server refused something with an error */
  refused: number
  /** suites that ended early because a connection broke, or a status was not 200 */
  broken: number
  /** endpoints that were dropped while their suite paused: the suite found a new one */
  dropped: number
  /** endpoints that a suite found as it had left them after a pause */
  kept: number
  /** the first few answers that are wrong, refusals and broken connections */
  readonly examples: string[]
}

const EXAMPLES_MAX = 20

export function emptySuitesTally(): SuitesTally {
  return {
    suites: 0,
    checked: 0,
    wrong: 0,
    refused: 0,
    broken: 0,
    dropped: 0,
    kept: 0,
    examples: [],
  }
}

export function noteExample(tally: SuitesTally, example: string): void {
  if (tally.examples.length < EXAMPLES_MAX) tally.examples.push(example)
}

/** What the neighbour got: refusals by their reason, everything else by what it did. */
export type NeighbourTally = Record<string, number>
