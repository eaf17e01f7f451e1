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
