import type { JsonSchema } from './schema.ts'

/** A move as OpenRPC describes it. */
export interface MoveDescription {
  /** without `ommer_` */
  readonly name: string
  readonly summary: string
  readonly params: readonly MoveParameter[]
  /** the scenario steps that do the same */
  readonly steps: readonly string[]
  /** whether it only returns something */
  readonly isQuestion: boolean
}

interface MoveParameter {
  readonly name: string
  readonly summary?: string
  readonly required: boolean
  readonly schema: JsonSchema
}

interface OpenRpcMethod {
  readonly name: string
  readonly summary: string
  readonly params: readonly MoveParameter[]
  readonly 'x-move'?: { readonly steps: readonly string[] }
}

/** Groups by the names of their moves, in the order in which people need them. What no group names is in the last one. */
const GROUPS: readonly { readonly title: string; readonly names: RegExp }[] = [
  { title: 'Blocks', names: /^(?:mine|reorg|rollback|advanceTo|reset)$/ },
  { title: 'Snapshots', names: /^(?:snapshot|revert)$/ },
  { title: 'Finality and lag', names: /^(?:setFinality|setLag)$/ },
  { title: 'Faults', names: /fault/i },
  {
    title: 'Time and the next block',
    names: /Time|NextBlock|Coinbase|PrevRandao|GasLimit|GasPrice/,
  },
  { title: 'Mining', names: /mining|automine|interval/i },
  { title: 'State by hand', names: /^set(?:Balance|Nonce|Code|Storage)/ },
  { title: 'Transactions and accounts', names: /Transaction|Account/ },
]

export interface MoveGroup {
  readonly title: string
  readonly moves: readonly MoveDescription[]
}

const QUESTIONS = /^(?:mining|faultLog|unusedFaults|receivedCounts)$/

/** The moves of an OpenRPC document, in groups. */
export function movesIn(document: { readonly methods: readonly unknown[] }): readonly MoveGroup[] {
  const moves = (document.methods as readonly OpenRpcMethod[]).flatMap((method) => {
    const move = method['x-move']
    if (move === undefined || !method.name.startsWith('ommer_')) return []
    const name = method.name.slice('ommer_'.length)
    const { summary, params } = method
    return [{ name, summary, params, steps: move.steps, isQuestion: QUESTIONS.test(name) }]
  })
  const rest = new Set(moves)
  const groups = GROUPS.map(({ title, names }) => {
    const own = [...rest].filter(({ name }) => names.test(name))
    for (const move of own) rest.delete(move)
    return { title, moves: own }
  })
  return [...groups, { title: 'Other', moves: [...rest] }].filter(
    ({ moves: own }) => own.length > 0,
  )
}
