import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { Move, SavedStep } from '../../moves/move.ts'
import { movesByName } from '../../moves/moveRegistry.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { leaderIn } from '../leaderIn.ts'
import { moveHistoryOf } from './addToHistory.ts'
import type { MadeEntry } from './moveHistory.ts'

/** What was done to an endpoint, as a scenario has it. */
export interface SavedMoves {
  /** the endpoint, and those on which its blocks depend */
  readonly endpoints: readonly Endpoint[]
  /** in order; with `endpoint` if it is another one */
  readonly steps: readonly SavedStep[]
  /** the names of the moves that no step makes */
  readonly omitted: readonly string[]
  /** how many moves the histories have not, or not any more */
  readonly dropped: number
}

/** The endpoints of a server. */
export interface Endpoints {
  keys(): Iterable<string>
  /** undefined if it is closed */
  existing(key: string): Endpoint | undefined
}

/**
 * Reads what was done to an endpoint.
 *
 * @param others the endpoints of the server, to add those on which the blocks of this one depend: those that it has
 *   followed, and those that have set the state after blocks that they share. Without them, `setLag` is omitted
 */
export function savedMoves(endpoint: Endpoint, others: Endpoints | undefined): SavedMoves {
  const endpoints = others ? withOthers(endpoint, others) : [endpoint]
  const known = new Set(endpoints.map(({ key }) => key))
  const made = endpoints.flatMap((each) => entriesOf(each).map((entry) => [entry, each] as const))
  made.sort(([one], [other]) => one.sequence - other.sequence)
  const steps = endpoints.flatMap((each) => firstSteps(each, endpoint, known))
  const omitted = new Set<string>()
  for (const [entry, changed] of made) {
    const leader = leaderIn(entry)
    const step = leader === undefined || known.has(leader) ? stepOf(entry) : undefined
    if (step === undefined) omitted.add(entry.change.move)
    else if (step !== 'nothing') steps.push(at(step, changed, endpoint))
  }
  if (endpoints.some(isOutgrown)) omitted.add('chain.extend')
  const dropped = endpoints.reduce((sum, each) => sum + (moveHistoryOf(each)?.dropped ?? 0), 0)
  return { endpoints, steps, omitted: [...omitted], dropped }
}

/** The step that makes an entry again; undefined if no step does. */
function stepOf({ change, result, isLost }: MadeEntry): ReturnType<NonNullable<Move['toStep']>> {
  if (isLost) return undefined
  const move = movesByName.get(change.move)
  const { args } = change
  if (move?.toStep !== undefined) return move.toStep(args, result)
  const [step] = Object.keys(move?.steps ?? {})
  if (step === undefined) return move && 'nothing'
  const [value] = args
  return { [step]: typeof value === 'bigint' ? toQuantity(value) : value }
}

/** An endpoint, and all on which its blocks, or those of the others, depend. */
function withOthers(endpoint: Endpoint, others: Endpoints): readonly Endpoint[] {
  const all = new Map([[endpoint.key, endpoint]])
  for (const each of all.values()) {
    for (const other of [...followedBy(each, others), ...alterersOf(each, others)]) {
      if (!all.has(other.key)) all.set(other.key, other)
    }
  }
  return [...all.values()]
}

/** The endpoints that one has followed. */
function followedBy(endpoint: Endpoint, others: Endpoints): Endpoint[] {
  const leaders = entriesOf(endpoint).flatMap((entry) => {
    const leader = leaderIn(entry)
    return leader === undefined ? [] : (others.existing(leader) ?? [])
  })
  const { initialLag } = endpoint
  return initialLag === undefined ? leaders : [...leaders, initialLag.behind]
}

/** The endpoints that share the blocks of one, because they follow or have followed it, and have set the state after some. */
function alterersOf({ chain }: Endpoint, others: Endpoints): Endpoint[] {
  return [...others.keys()].flatMap((key) => {
    const other = others.existing(key)
    if (other?.chain.tree !== chain.tree) return []
    return moveHistoryOf(other)?.hasMade('altersState') ? [other] : []
  })
}

function entriesOf(endpoint: Endpoint): readonly MadeEntry[] {
  return moveHistoryOf(endpoint)?.entries ?? []
}

/**
 * Whether the chain has grown in a way that a scenario cannot play again: it now has a block at a height where the endpoint
 * has built its own, or the endpoint followed it while fields of the next block were set.
 */
function isOutgrown(endpoint: Endpoint): boolean {
  const history = moveHistoryOf(endpoint)
  const lowest = history?.lowestHeight ?? Number.POSITIVE_INFINITY
  return endpoint.chain.tree.head.number > lowest || history?.hasGrownUnderSettings === true
}

/** What a server with other options has done before the first move. */
function firstSteps(endpoint: Endpoint, main: Endpoint, known: ReadonlySet<string>): SavedStep[] {
  const { initialLag, miner } = endpoint
  const steps: SavedStep[] = []
  if (initialLag !== undefined && known.has(initialLag.behind.key)) {
    const { behind, by } = initialLag
    steps.push(at({ lag: { behind: behind.key, blocks: by } }, endpoint, main))
  }
  if (miner?.initialAutomine === false) steps.push(at({ setAutomine: false }, endpoint, main))
  return steps
}

function at(step: SavedStep, { key }: Endpoint, main: Endpoint): SavedStep {
  return key === main.key ? step : { ...step, endpoint: key }
}
