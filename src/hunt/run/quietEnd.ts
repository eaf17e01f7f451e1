import type { ResolvedScenario } from '../../scenario/resolveScenario.ts'

/**
 * Steps at the end of a scenario that do not change what the client must have. A client that has all rows must keep them,
 * whatever the nodes show then: an older head, or another branch that is no longer.
 */
export interface QuietEnd {
  /** the index of the wait before them */
  readonly wait: number
  /** whether they move a node, which only a client that asks each node itself can tell from its own chain */
  readonly movesNode: boolean
}

export function quietEndOf({
  steps,
  truths,
}: Pick<ResolvedScenario, 'steps' | 'truths'>): QuietEnd | undefined {
  const wait = steps.findLastIndex(({ name, endpoint }) => {
    return name === 'waitFor' || (name !== 'setFaults' && truths.includes(endpoint))
  })
  const end = steps.slice(wait + 1)
  if (end.length === 0 || steps[wait]?.name !== 'waitFor') return undefined
  return { wait, movesNode: end.some(({ name }) => name !== 'setFaults') }
}
