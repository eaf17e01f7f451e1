import type { Chain } from '../../chain/chain.ts'
import type { Access } from '../../endpoint/access.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { SavedStep } from '../../moves/move.ts'
import { OmmerError } from '../../primitives/errors.ts'
import { moveHistoryOf } from './addToHistory.ts'
import { type Endpoints, savedMoves } from './savedMoves.ts'

/** The scenario that does what was done to an endpoint: its file and steps, and the moves that no step makes. */
interface WrittenScenario {
  readonly yaml: string
  readonly steps: readonly SavedStep[]
  readonly omitted: readonly string[]
}

/**
 * Writes what was done to an endpoint as a scenario.
 *
 * @param others as `savedMoves` takes them; without them, the file has the key of the access
 * @throws {OmmerError} NO_SCENARIO
 */
export function writeScenario(
  { key, endpoint, dialect }: Access,
  others: Endpoints | undefined,
): WrittenScenario {
  const chain = endpoint.chain.base
  if (!chain.isGenerated) throw notGenerated(chain.forkedFrom !== undefined)
  const saved = savedMoves(endpoint, others)
  const { steps, omitted, dropped } = saved
  if (dropped > 0) {
    const problem = `too much was done for a scenario: ${dropped} moves and transactions are missing`
    throw new OmmerError('NO_SCENARIO', problem)
  }
  const { seed, ...spec } = specOf(chain)
  // The name of an endpoint that a page with another key must not know.
  const own = others === undefined ? key : endpoint.key
  const lines = [
    '# yaml-language-server: $schema=node_modules/ommer/scenarios/scenario.schema.json',
    ...notes(endpoint, omitted),
    `seed: ${JSON.stringify(seed)}`,
    `spec: ${JSON.stringify(spec)}`,
    'endpoints:',
    ...saved.endpoints.map((each, index) => {
      const { number } = moveHistoryOf(each)?.start ?? each.head
      const isElsewhere = number < spec.blocks
      const name = index === 0 ? { key: own, dialect: dialect.name } : { key: each.key }
      return `  - ${JSON.stringify({ ...name, ...(isElsewhere && { head: number }) })}`
    }),
    steps.length === 0 ? 'steps: []' : 'steps:',
    ...steps.map(lineOf),
  ]
  return { yaml: `${lines.join('\n')}\n`, steps, omitted }
}

/** The error for a chain that no spec creates. */
export function notGenerated(isFork: boolean): OmmerError {
  const origin = isFork ? 'is a fork of a network' : 'was loaded from files'
  const problem = `a scenario creates its chain from a spec, and this chain ${origin}`
  return new OmmerError('NO_SCENARIO', problem)
}

/** A step; JSON is YAML, too. */
function lineOf({ endpoint, ...step }: SavedStep): string {
  const [[name, what] = []] = Object.entries(step)
  const line = `  - ${name}: ${JSON.stringify(what)}`
  return endpoint === undefined ? line : `${line}\n    endpoint: ${JSON.stringify(endpoint)}`
}

/** What the file does not say. */
function notes({ miner }: Endpoint, omitted: readonly string[]): string[] {
  const lines: string[] = []
  if (omitted.length > 0) lines.push(`# No step can make these moves: ${omitted.join(', ')}.`)
  if (miner !== undefined) lines.push('# Play it with --dev.')
  return lines
}

/** The spec as a file has it. The chain may have grown. */
function specOf({ spec, tree }: Chain) {
  const { rules: _, seedKey: __, ...given } = spec
  return { ...given, blocks: tree.head.number }
}
