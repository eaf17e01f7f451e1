import type { JsonSchema } from './schema.ts'

/** A move as OpenRPC describes it. */
export interface MoveDescription {
  /** without `ommer_` */
  readonly name: string
  readonly summary: string
  readonly params: readonly MoveParameter[]
  /** the scenario steps that do the same */
  readonly steps: readonly MoveStep[]
  /** whether it only returns something */
  readonly isQuestion: boolean
}

/** How a step is written for a move. */
interface MoveStep {
  readonly name: string
  /** its value if the first argument is omitted */
  readonly omitted?: true | number
  /** what its value is; default: the only argument, or an object of all arguments and their members */
  readonly takes?: 'firstArgument' | 'name'
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
  readonly 'x-move'?: Pick<MoveDescription, 'steps' | 'isQuestion'> & { readonly group: string }
}

export interface MoveGroup {
  readonly title: string
  readonly moves: readonly MoveDescription[]
}

/** The moves of an OpenRPC document, which has them by group. */
export function movesIn(document: { readonly methods: readonly unknown[] }): readonly MoveGroup[] {
  const groups = new Map<string, MoveDescription[]>()
  for (const { name, summary, params, 'x-move': move } of document.methods as OpenRpcMethod[]) {
    if (move === undefined) continue
    const { group, steps, isQuestion } = move
    const moves = groups.get(group) ?? []
    groups.set(group, moves)
    moves.push({ name: name.slice('ommer_'.length), summary, params, steps, isQuestion })
  }
  return [...groups].map(([title, moves]) => ({ title, moves }))
}
