import * as v from 'valibot'
import { type ResolvedSpec, resolveSpec, SpecError } from '../chain/spec/spec.ts'
import { oneOf, readInput } from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import { readFaults } from '../rpc/faults/readFaults.ts'
import type { Scenario, ScenarioEndpoint } from './scenario.ts'
import { ScenarioError } from './scenarioError.ts'
import { scenarioInput } from './scenarioInput.ts'
import type { PlayableStep, Step } from './step.ts'
import { moveSteps } from './stepContents.ts'

/** A scenario with all defaults filled in. */
export interface ResolvedScenario {
  readonly seed: string | number
  readonly spec: NonNullable<Scenario['spec']>
  readonly endpoints: readonly [ScenarioEndpoint, ...ScenarioEndpoint[]]
  /** key of an endpoint */
  readonly truth: string
  readonly steps: readonly PlayableStep[]
}

/**
 * Checks a scenario and fills in its defaults.
 *
 * @param scenario a `Scenario`, as plain JSON
 * @param from its file, and how to find the line of a part there; for errors
 * @throws {ScenarioError} INVALID_SCENARIO if it is invalid
 */
export function resolveScenario(
  scenario: unknown,
  from?: { readonly file: string; lineOf(path: string): number | undefined },
): ResolvedScenario {
  try {
    return resolve(scenario)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const { path, problem } = error
    const where = { file: from?.file, line: from?.lineOf(path), path }
    throw new ScenarioError('INVALID_SCENARIO', where, problem)
  }
}

function resolve(scenario: unknown): ResolvedScenario {
  const { seed, endpoints, truth, steps } = readInput(scenarioInput, scenario, '', wrong)
  // Unchanged: `createChain` fills in the defaults.
  const { spec = {} } = scenario as Scenario
  const { blocks } = resolveChain(seed, spec)
  const keys = endpoints.map(({ key }) => key) as [string, ...string[]]
  requireEndpoints(endpoints, blocks)
  for (const [index, { faults }] of endpoints.entries()) {
    if (faults !== undefined) readFaults(faults, `endpoints[${index}].faults`)
  }
  const key = oneOf(...keys)
  return {
    seed,
    spec,
    endpoints: endpoints as [ScenarioEndpoint, ...ScenarioEndpoint[]],
    truth: readInput(v.optional(key, keys[0]), truth, 'truth', wrong),
    steps: resolveSteps(steps, keys),
  }
}

function wrong(path: string, problem: string): InputError {
  return new InputError('INVALID_SCENARIO', path, problem)
}

/** The initial chain; the parts of its spec may contradict each other. */
function resolveChain(seed: string | number, spec: NonNullable<Scenario['spec']>): ResolvedSpec {
  try {
    return resolveSpec({ ...spec, seed })
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    throw wrong(`spec.${error.path}`, error.problem)
  }
}

/** Checks what depends on several parts of an endpoint, or on several endpoints. */
function requireEndpoints(endpoints: readonly ScenarioEndpoint[], blocks: number): void {
  const keys = endpoints.map((endpoint) => endpoint.key)
  for (const [index, { key, head, lag, pool }] of endpoints.entries()) {
    const path = `endpoints[${index}]`
    const known = keys.slice(0, index)
    if (known.includes(key)) throw wrong(`${path}.key`, `'${key}' is used twice`)
    if (head !== undefined && head > blocks) {
      throw wrong(`${path}.head`, `${head} is above the head of the chain, ${blocks}`)
    }
    const named = pool?.of.map((of, place): [string, string] => [`pool.of[${place}]`, of]) ?? []
    if (lag !== undefined) named.push(['lag.behind', lag.behind])
    for (const [where, other] of named) {
      if (known.includes(other)) continue
      const problem = `'${other}' is none of the endpoints before it: ${known.join(', ') || 'there are none'}`
      throw wrong(`${path}.${where}`, problem)
    }
  }
}

/** @param keys of the endpoints, the first of which is the default */
function resolveSteps(
  steps: readonly Step[],
  keys: readonly [string, ...string[]],
): readonly PlayableStep[] {
  const key = v.optional(oneOf(...keys), keys[0])
  const snapshots = new Map(keys.map((each) => [each, new Set<string>()]))
  return steps.map((step, index) => {
    const path = `steps[${index}]`
    const { endpoint, ...action } = step
    const [[name, what] = ['', undefined]] = Object.entries(action)
    const played = {
      name,
      what,
      endpoint: readInput(key, endpoint, `${path}.endpoint`, wrong),
    } as PlayableStep
    requirePlayable(played, `${path}.${name}`, keys, snapshots)
    return played
  })
}

/** @param snapshots by key, the names of those that earlier steps take */
function requirePlayable(
  { name, what, endpoint }: PlayableStep,
  path: string,
  keys: readonly string[],
  snapshots: ReadonlyMap<string, Set<string>>,
): void {
  moveSteps.get(name)?.form.check?.(what, {
    endpoint,
    keys,
    snapshots: snapshots.get(endpoint) ?? new Set(),
    requireFaults: (rules) => readFaults(rules, path),
    wrong: (problem, member) => wrong(member === undefined ? path : `${path}.${member}`, problem),
  })
}
