import * as v from 'valibot'
import { seedlessSpec, specInputs } from '../chain/spec/spec.ts'
import { dialectNames } from '../endpoint/dialects/dialects.ts'
import { finalityRule } from '../endpoint/finality.ts'
import { poolOptions } from '../endpoint/replicaPool.ts'
import { faultRules } from '../moves/kinds/setFaults.ts'
import { lagOptions } from '../moves/kinds/setLag.ts'
import {
  checkedBy,
  consistent,
  described,
  type InputsOf,
  list,
  nonEmptyString,
  object,
  oneOf,
  wholeNumber,
} from '../primitives/input.ts'
import { apiKeyInput } from '../server/apiKey.ts'
import type { Scenario, ScenarioChain, ScenarioEndpoint } from './scenario.ts'
import { stepInput } from './stepInput.ts'

/** The most steps of a scenario. */
const STEPS_MAX = 10_000

const endpoint = v.pipe(
  object({
    key: described(apiKeyInput, 'The API key.'),
    chain: v.optional(
      described(nonEmptyString, 'The name of its chain in chains. Default: that of seed and spec.'),
    ),
    dialect: v.optional(described(oneOf(...dialectNames), 'Default infura.')),
    head: v.optional(
      described(wholeNumber(0), 'Its head: the number of a block. Default: the last.'),
    ),
    lag: v.optional(described(lagOptions, 'Makes its head follow that of another endpoint.')),
    pool: v.optional(
      described(poolOptions, 'Other endpoints that answer in its place, which come before it.'),
    ),
    finality: v.optional(finalityRule),
    faults: v.optional(described(faultRules, 'Its faults.')),
  } satisfies InputsOf<ScenarioEndpoint>),
  v.description('The initial state of an endpoint.'),
  consistent(({ head, lag }) =>
    head === undefined || lag === undefined
      ? undefined
      : { path: ['head'], problem: 'it follows from lag' },
  ),
  consistent(({ key, chain, pool, ...others }) => {
    const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
    if (pool === undefined || other === undefined) return undefined
    return {
      path: [other],
      problem: 'an endpoint with a pool has none: set it at those of the pool',
    }
  }),
  v.metadata({ not: { required: ['head', 'lag'] } }),
)

const otherChain = object({
  seed: v.optional(
    described(
      v.union([nonEmptyString, wholeNumber(0)]),
      'Default: the seed of the scenario, a hyphen, and the name of the chain.',
    ),
  ),
  spec: v.optional(described(seedlessSpec, 'The chain as it begins.'), {}),
} satisfies InputsOf<ScenarioChain>)

const tooManySteps = v.custom<never>(() => false, `there are more than ${STEPS_MAX}`)

// Their number is checked first, because checking each of very many steps takes long.
const isTooLong = (steps: unknown) => Array.isArray(steps) && steps.length > STEPS_MAX
const fewSteps = stepList()

function stepList() {
  return v.pipe(v.array(stepInput, 'want a list of steps'), v.maxLength(STEPS_MAX))
}

/** A scenario, without the checks that depend on several parts. */
export const scenarioInput = v.pipe(
  object(
    {
      $schema: v.optional(nonEmptyString),
      description: v.optional(described(nonEmptyString, 'A description for people.')),
      seed: specInputs.seed,
      spec: v.optional(described(seedlessSpec, 'The initial chain.'), {}),
      chains: v.optional(
        described(
          v.record(nonEmptyString, otherChain, 'want an object of chains by name'),
          'More chains, by the names that endpoints use.',
        ),
        {},
      ),
      endpoints: v.optional(
        described(list(endpoint), 'The first is the default for steps and waits.'),
        [{ key: 'dev' }],
      ),
      truth: v.optional(
        described(
          v.union([nonEmptyString, list(nonEmptyString)]),
          'Key of the endpoint whose chain clients must have at the end; with several chains, a key for each. Default: the first endpoint of each chain.',
        ),
      ),
      steps: described(
        checkedBy(stepList(), (value) => (isTooLong(value) ? tooManySteps : fewSteps)),
        'The steps, in order.',
      ),
    } satisfies InputsOf<Scenario>,
    { wanted: 'an object such as { steps: [] }' },
  ),
  v.title('ommer scenario'),
  v.description('One or several chains, their endpoints, and the events while clients use them.'),
)
