import { resolveSpec, SpecError } from '../chain/spec/spec.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import { FaultError } from '../faults/faultError.ts'
import {
  list,
  object,
  oneOf,
  optional,
  type Reader,
  requireObject,
  text,
  wholeNumber,
} from '../faults/readers.ts'
import { isWellFormedKey } from '../server/apiKey.ts'
import type { Scenario, ScenarioEndpoint } from './scenario.ts'
import { ScenarioError } from './scenarioError.ts'
import type { PlayableStep } from './step.ts'
import { faultRules, finalityRule, lagOptions, readStep } from './stepReaders.ts'

/** The most steps of a scenario. */
const STEPS_MAX = 10_000

/** A scenario with every choice made. */
export interface ResolvedScenario {
  readonly seed: string | number
  readonly spec: NonNullable<Scenario['spec']>
  readonly endpoints: readonly [ScenarioEndpoint, ...ScenarioEndpoint[]]
  /** key of an endpoint */
  readonly truth: string
  readonly steps: readonly PlayableStep[]
}

const key: Reader<string> = (value, path) => {
  const read = text(value, path)
  if (isWellFormedKey(read)) return read
  throw new FaultError(path, 'an API key is 1 to 128 letters, digits, "_", "." and "-"')
}

const readEndpoint = object<ScenarioEndpoint>({
  key,
  dialect: optional(oneOf(...(Object.keys(dialects) as (keyof typeof dialects)[]))),
  head: optional(wholeNumber(0)),
  lag: optional(lagOptions),
  finality: optional(finalityRule),
  faults: optional(faultRules),
})

/** What of it does not hang on other parts. */
const readParts = object<Record<keyof Scenario, unknown>>({
  $schema: optional(text),
  description: optional(text),
  seed: keep,
  spec: keep,
  endpoints: keep,
  truth: keep,
  steps: keep,
})

/**
 * Checks a scenario and fills in its defaults.
 *
 * @param scenario a `Scenario`, as plain JSON
 * @param from the file that it is of, and how the line of a part is found there; for errors
 * @throws {ScenarioError} INVALID_SCENARIO where it is not as `Scenario` says
 */
export function resolveScenario(
  scenario: unknown,
  from?: { readonly file: string; lineOf(path: string): number | undefined },
): ResolvedScenario {
  try {
    return resolve(scenario)
  } catch (error) {
    if (error instanceof FaultError) {
      const path = error.path.replace(/^scenario\.?/, '')
      const problem = error.message.slice(error.path.length + 2)
      const where = { file: from?.file, line: from?.lineOf(path), path }
      throw new ScenarioError('INVALID_SCENARIO', where, problem)
    }
    throw error
  }
}

function resolve(scenario: unknown): ResolvedScenario {
  requireObject(scenario, 'scenario', ' such as { steps: [] }')
  const parts = readParts(scenario, 'scenario')
  // Not `??`: null is no way to leave something out.
  const { seed: givenSeed = 'ommer', spec: givenSpec = {} } = parts
  const { endpoints: givenEndpoints = [{ key: 'dev' }] } = parts
  const { seed, spec } = readChain(givenSeed, givenSpec)
  const endpoints = list(readEndpoint)(givenEndpoints, 'endpoints')
  const keys = endpoints.map((endpoint) => endpoint.key) as [string, ...string[]]
  requireEndpoints(endpoints, resolveSpec({ ...spec, seed }).blocks)
  const { truth: givenTruth = keys[0] } = parts
  const truth = oneOf(...keys)(givenTruth, 'truth')
  const steps = readSteps(parts.steps, keys)
  return { seed, spec, endpoints: endpoints as ResolvedScenario['endpoints'], truth, steps }
}

function readChain(seed: unknown, spec: unknown): Pick<ResolvedScenario, 'seed' | 'spec'> {
  requireObject(spec, 'spec', ' such as { blocks: 12 }')
  if ('seed' in spec) throw new FaultError('spec.seed', 'it stands beside spec, not in it')
  // A spec in code takes null for left out, a schema does not.
  const empty = Object.entries({ seed, ...spec }).find(([, value]) => value === null)
  if (empty !== undefined) {
    const [name] = empty
    throw new FaultError(
      name === 'seed' ? name : `spec.${name}`,
      'null: want a value, or no such field',
    )
  }
  try {
    resolveSpec({ ...spec, seed: seed as string })
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    const path = error.path === 'seed' ? 'seed' : `spec.${error.path}`
    throw new FaultError(path, error.message.slice(error.path.length + 2))
  }
  return { seed: seed as string | number, spec }
}

/** What the parts of one endpoint say of each other, and of other endpoints. */
function requireEndpoints(endpoints: readonly ScenarioEndpoint[], blocks: number): void {
  const keys = endpoints.map((endpoint) => endpoint.key)
  for (const [place, { key, head, lag }] of endpoints.entries()) {
    const path = `endpoints[${place}]`
    const known = keys.slice(0, place)
    if (known.includes(key)) throw new FaultError(`${path}.key`, `'${key}' is there twice`)
    if (head !== undefined && head > blocks) {
      throw new FaultError(`${path}.head`, `${head} is more than the ${blocks} blocks of the chain`)
    }
    if (lag === undefined) continue
    if (head !== undefined) throw new FaultError(`${path}.head`, 'it follows from lag')
    if (known.includes(lag.behind)) continue
    const problem = `'${lag.behind}' is none of the endpoints before it: ${known.join(', ') || 'there are none'}`
    throw new FaultError(`${path}.lag.behind`, problem)
  }
}

function readSteps(steps: unknown, keys: readonly [string, ...string[]]): readonly PlayableStep[] {
  if (!Array.isArray(steps)) throw new FaultError('steps', 'want a list of steps')
  if (steps.length > STEPS_MAX) throw new FaultError('steps', `there are more than ${STEPS_MAX}`)
  const read = steps.map((step: unknown, place) => readStep(keys)(step, `steps[${place}]`))
  const taken = new Set<string>()
  for (const [place, { name, what, endpoint }] of read.entries()) {
    if (name === 'snapshot') taken.add(`${endpoint} ${what}`)
    if (name === 'revert' && !taken.has(`${endpoint} ${what}`)) {
      const problem = `there is no snapshot '${what}' of endpoint '${endpoint}' before it`
      throw new FaultError(`steps[${place}].revert`, problem)
    }
    if (name === 'lag' && what.behind === endpoint) {
      throw new FaultError(`steps[${place}].lag.behind`, `'${endpoint}' would be behind itself`)
    }
    if (name === 'lag' && !keys.includes(what.behind)) {
      throw new FaultError(`steps[${place}].lag.behind`, noSuchEndpoint(what.behind, keys))
    }
  }
  return read
}

function keep(value: unknown): unknown {
  return value
}
