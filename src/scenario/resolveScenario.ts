import * as v from 'valibot'
import { resolveSpec, SpecError } from '../chain/spec/spec.ts'
import { oneOf, readInput } from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import { readFaults } from '../rpc/faults/readFaults.ts'
import type { Scenario, ScenarioChain, ScenarioEndpoint } from './scenario.ts'
import { ScenarioError } from './scenarioError.ts'
import { scenarioInput } from './scenarioInput.ts'
import type { PlayableStep, Step } from './step.ts'
import { moveSteps } from './stepContents.ts'

/** A scenario with all defaults filled in. */
export interface ResolvedScenario {
  readonly description: string | undefined
  readonly seed: string | number
  readonly spec: NonNullable<Scenario['spec']>
  /** the other chains, by name */
  readonly chains: Readonly<Record<string, ScenarioChain>>
  readonly endpoints: readonly [ScenarioEndpoint, ...ScenarioEndpoint[]]
  /** keys of endpoints, at most one of each chain */
  readonly truths: readonly [string, ...string[]]
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
  const { description, seed, endpoints, truth, steps } = readInput(
    scenarioInput,
    scenario,
    '',
    wrong,
  )
  // Unchanged: `createChain` fills in the defaults.
  const { spec = {}, chains = {} } = scenario as Scenario
  const lengths = new Map<string | undefined, number>([[undefined, blocksOf(spec, 'spec')]])
  for (const [name, { spec = {} }] of Object.entries(chains)) {
    lengths.set(name, blocksOf(spec, `chains.${name}.spec`))
  }
  requireEndpoints(endpoints, lengths)
  for (const name of Object.keys(chains)) {
    if (endpoints.some(({ chain }) => chain === name)) continue
    throw wrong(`chains.${name}`, 'none of endpoints has it')
  }
  for (const [index, { faults }] of endpoints.entries()) {
    if (faults !== undefined) readFaults(faults, `endpoints[${index}].faults`)
  }
  return {
    description,
    seed,
    spec,
    chains,
    endpoints: endpoints as [ScenarioEndpoint, ...ScenarioEndpoint[]],
    truths: resolveTruths(truth, endpoints),
    steps: resolveSteps(steps, endpoints),
  }
}

function resolveTruths(
  given: Scenario['truth'],
  endpoints: readonly ScenarioEndpoint[],
): [string, ...string[]] {
  const known = oneOf(...(endpoints.map(({ key }) => key) as [string, ...string[]]))
  const keys = Array.isArray(given) ? given : given === undefined ? [] : [given]
  const named = keys.map((key, index) =>
    readInput(known, key, Array.isArray(given) ? `truth[${index}]` : 'truth', wrong),
  )
  const truths = new Map<string | undefined, string>()
  for (const [index, key] of named.entries()) {
    const { chain, pool } = endpoints.find((each) => each.key === key) as ScenarioEndpoint
    if (pool !== undefined)
      throw wrong(`truth[${index}]`, `'${key}' is a pool: name one of its endpoints`)
    if (truths.has(chain)) {
      throw wrong(`truth[${index}]`, `'${key}' has the same chain as '${truths.get(chain)}'`)
    }
    truths.set(chain, key)
  }
  for (const { chain, key } of endpoints) if (!truths.has(chain)) truths.set(chain, key)
  return [...truths.values()] as [string, ...string[]]
}

function wrong(path: string, problem: string): InputError {
  return new InputError('INVALID_SCENARIO', path, problem)
}

/** The length of an initial chain; the parts of its spec may contradict each other. */
function blocksOf(spec: NonNullable<Scenario['spec']>, path: string): number {
  try {
    return resolveSpec(spec).blocks
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    throw wrong(`${path}.${error.path}`, error.problem)
  }
}

/** Checks what depends on several parts of an endpoint, or on several endpoints. */
function requireEndpoints(
  endpoints: readonly ScenarioEndpoint[],
  lengths: ReadonlyMap<string | undefined, number>,
): void {
  for (const [index, { key, chain, head, lag, pool }] of endpoints.entries()) {
    const path = `endpoints[${index}]`
    const before = endpoints.slice(0, index)
    if (before.some((each) => each.key === key)) {
      throw wrong(`${path}.key`, `'${key}' is used twice`)
    }
    const blocks = lengths.get(chain)
    if (blocks === undefined) {
      const names = [...lengths.keys()].filter(Boolean).join(', ') || 'there are none'
      throw wrong(`${path}.chain`, `'${chain}' is none of chains: ${names}`)
    }
    const known = before.filter((each) => each.chain === chain).map((each) => each.key)
    if (head !== undefined && head > blocks) {
      throw wrong(`${path}.head`, `${head} is above the head of the chain, ${blocks}`)
    }
    const named = pool?.of.map((of, place): [string, string] => [`pool.of[${place}]`, of]) ?? []
    if (lag !== undefined) named.push(['lag.behind', lag.behind])
    for (const [where, other] of named) {
      if (known.includes(other)) continue
      const isElsewhere = before.some((each) => each.key === other)
      const names = known.join(', ') || 'there are none'
      const problem = isElsewhere
        ? `'${other}' has another chain`
        : `'${other}' is none of the endpoints before it: ${names}`
      throw wrong(`${path}.${where}`, problem)
    }
  }
}

/** @param endpoints the first of which is the default */
function resolveSteps(
  steps: readonly Step[],
  endpoints: readonly ScenarioEndpoint[],
): readonly PlayableStep[] {
  const keys = endpoints.map(({ key }) => key) as [string, ...string[]]
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
    const { chain, pool } = endpoints[keys.indexOf(played.endpoint)] as ScenarioEndpoint
    if (pool !== undefined && moveSteps.has(name)) {
      const problem = `'${played.endpoint}' is a pool: name one of its endpoints: ${pool.of.join(', ')}`
      throw wrong(`${path}.endpoint`, problem)
    }
    const onChain = endpoints.filter((each) => each.chain === chain).map((each) => each.key)
    requirePlayable(played, `${path}.${name}`, onChain, snapshots)
    return played
  })
}

/**
 * @param keys of the endpoints with the same chain
 * @param snapshots by key, the names of those that earlier steps take
 */
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
