import * as v from 'valibot'
import type { Endpoint } from '../../../endpoint/endpoint.ts'
import { savedMoves } from '../../../log/savedMoves.ts'
import type { SavedStep } from '../../../moves/move.ts'
import { OmmerError } from '../../../primitives/errors.ts'
import { list, nonEmptyString, object } from '../../../primitives/input.ts'
import { type ControlContext, controlMethod, type ServedChain } from '../controlMethod.ts'

export const ommer_scenario = controlMethod({
  summary:
    'Returns the moves of the endpoint since its start as a scenario: the file, its steps, and the moves that no step can make.',
  parameters: [],
  result: {
    name: 'scenario',
    schema: object({
      yaml: nonEmptyString,
      steps: v.array(v.record(v.string(), v.unknown())),
      omitted: list(nonEmptyString),
    }),
  },
  call: (_, context) => context.endpoint.exclusively(() => writeScenario(context)),
})

/** @throws {OmmerError} NO_SCENARIO */
function writeScenario({ key, endpoint, dialect, endpoints, isControl }: ControlContext) {
  const { chain } = endpoints
  if (chain === undefined || !chain.isGenerated) {
    const problem = 'a scenario creates its chain from a spec, and this chain was loaded from files'
    throw new OmmerError('NO_SCENARIO', problem)
  }
  // A page must not know the names of other endpoints.
  const saved = savedMoves(endpoint, isControl ? endpoints : undefined)
  const { steps, omitted, dropped } = saved
  if (dropped > 0) {
    const problem = `too much was done for a scenario: ${dropped} moves and transactions are missing`
    throw new OmmerError('NO_SCENARIO', problem)
  }
  const { seed, ...spec } = specOf(chain)
  // The name of an endpoint that a page with another key must not know.
  const own = isControl || endpoint.key === key ? endpoint.key : key
  const lines = [
    '# yaml-language-server: $schema=node_modules/ommer/scenarios/scenario.schema.json',
    ...notes(endpoint, omitted),
    `seed: ${JSON.stringify(seed)}`,
    `spec: ${JSON.stringify(spec)}`,
    'endpoints:',
    ...saved.endpoints.map(({ endpoint: { key, head }, history }, index) => {
      const { number } = history?.start ?? head
      const isElsewhere = number < spec.blocks
      const name = index === 0 ? { key: own, dialect: dialect.name } : { key }
      return `  - ${JSON.stringify({ ...name, ...(isElsewhere && { head: number }) })}`
    }),
    steps.length === 0 ? 'steps: []' : 'steps:',
    ...steps.map(lineOf),
  ]
  return { yaml: `${lines.join('\n')}\n`, steps, omitted }
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
function specOf({ spec, tree }: ServedChain) {
  const { rules: _, seedKey: __, ...given } = spec
  return { ...given, blocks: tree.head.number }
}
