import type { Endpoint } from '../endpoint/endpoint.ts'
import { journalOf } from './addToJournal.ts'
import type { MoveJournal } from './moveJournal.ts'
import { type JournalStep, stepOfMove } from './stepOfMove.ts'

/** What was done to an endpoint, as a scenario has it. */
export interface SavedMoves {
  /** the endpoint, and those that it has followed */
  readonly endpoints: readonly SavedEndpoint[]
  /** in order; with `endpoint` if it is another one */
  readonly steps: readonly JournalStep[]
  /** the names of the moves that no step makes */
  readonly omitted: readonly string[]
  /** how many moves came after a journal was full */
  readonly dropped: number
}

interface SavedEndpoint {
  readonly endpoint: Endpoint
  /** undefined if nothing was done to it */
  readonly journal: MoveJournal | undefined
}

/**
 * Reads what was done to an endpoint.
 *
 * @param hasOthers whether also what was done to the endpoints that it has followed; without, moves that follow are omitted
 * @param find the endpoint of a key; undefined if it is closed
 */
export function savedMoves(
  endpoint: Endpoint,
  hasOthers: boolean,
  find: (key: string) => Endpoint | undefined,
): SavedMoves {
  const endpoints = hasOthers ? withFollowed(endpoint, find) : [saved(endpoint)]
  const known = new Set(endpoints.map(({ endpoint: { key } }) => key))
  const moves = endpoints.flatMap(({ endpoint, journal }) =>
    (journal?.moves ?? []).map((move) => ({ ...move, endpoint })),
  )
  moves.sort((one, other) => one.order - other.order)
  const steps = endpoints.flatMap((each) => firstSteps(each, endpoint, known))
  const omitted = new Set<string>()
  for (const move of moves) {
    const { behind } = move.name === 'setLag' ? lagOf(move.args) : {}
    const step = behind === undefined || known.has(behind) ? stepOfMove(move) : undefined
    if (step === undefined) omitted.add(move.name)
    else if (step !== 'nothing') steps.push(at(step, move.endpoint, endpoint))
  }
  if (endpoints.some(isOutgrown)) omitted.add('chain.extend')
  const dropped = endpoints.reduce((sum, { journal }) => sum + (journal?.dropped ?? 0), 0)
  return { endpoints, steps, omitted: [...omitted], dropped }
}

/** An endpoint, and all that it or those have followed. */
function withFollowed(
  endpoint: Endpoint,
  find: (key: string) => Endpoint | undefined,
): readonly SavedEndpoint[] {
  const all = new Map([[endpoint.key, saved(endpoint)]])
  for (const { endpoint, journal } of all.values()) {
    const { initialLag } = endpoint
    const leaders = (journal?.moves ?? []).flatMap(({ name, args }) => {
      const { behind } = name === 'setLag' ? lagOf(args) : {}
      return behind === undefined ? [] : (find(behind) ?? [])
    })
    if (initialLag !== undefined) leaders.push(initialLag.behind as Endpoint)
    for (const leader of leaders) if (!all.has(leader.key)) all.set(leader.key, saved(leader))
  }
  return [...all.values()]
}

function saved(endpoint: Endpoint): SavedEndpoint {
  return { endpoint, journal: journalOf(endpoint) }
}

/**
 * Whether the chain has grown in a way that cannot be played again: it now has a block where the endpoint has built one of
 * its own, which would take that; or the endpoint followed it while fields of the next block were set.
 */
function isOutgrown({ endpoint, journal }: SavedEndpoint): boolean {
  const lowest = journal?.lowestHeight ?? Number.POSITIVE_INFINITY
  return endpoint.chain.tree.head.number > lowest || journal?.hasGrownUnderSettings === true
}

/** What a server with other options has done before the first move. */
function firstSteps(
  { endpoint }: SavedEndpoint,
  main: Endpoint,
  known: ReadonlySet<string>,
): JournalStep[] {
  const { initialLag, sending } = endpoint
  const steps: JournalStep[] = []
  if (initialLag !== undefined && known.has(initialLag.behind.key)) {
    const { behind, by } = initialLag
    steps.push(at({ lag: { behind: behind.key, blocks: by } }, endpoint, main))
  }
  if (sending?.beganToMineAtOnce === false) steps.push(at({ setAutomine: false }, endpoint, main))
  return steps
}

function at(step: JournalStep, { key }: Endpoint, main: Endpoint): JournalStep {
  return key === main.key ? step : { ...step, endpoint: key }
}

function lagOf([lag]: readonly unknown[]): { readonly behind?: string } {
  return Object(lag)
}
