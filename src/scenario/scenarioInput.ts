import * as v from 'valibot'
import { seedlessSpec, specInputs } from '../chain/spec/spec.ts'
import { dialectNames } from '../endpoint/dialects/dialects.ts'
import { finalityRule } from '../endpoint/finality.ts'
import { lagOptions } from '../moves/kinds/setLag.ts'
import {
  consistent,
  described,
  type InputsOf,
  list,
  object,
  oneOf,
  text,
  wholeNumber,
} from '../primitives/input.ts'
import { apiKeyInput } from '../server/apiKey.ts'
import { faultRules } from './faultRules.ts'
import type { Scenario, ScenarioEndpoint } from './scenario.ts'
import { stepInput } from './stepInput.ts'

/** The most steps of a scenario. */
const STEPS_MAX = 10_000

const endpoint = v.pipe(
  object({
    key: described(apiKeyInput, 'The API key.'),
    dialect: v.optional(described(oneOf(...dialectNames), 'Default infura.')),
    head: v.optional(
      described(wholeNumber(0), 'Number of the block that is its head. Default the last.'),
    ),
    lag: v.optional(described(lagOptions, 'Has its head follow that of another endpoint.')),
    finality: v.optional(finalityRule),
    faults: v.optional(described(faultRules, 'What goes wrong there.')),
  } satisfies InputsOf<ScenarioEndpoint>),
  v.description('An endpoint as it is at first.'),
  consistent(({ head, lag }) =>
    head === undefined || lag === undefined
      ? undefined
      : { path: ['head'], problem: 'it follows from lag' },
  ),
  v.metadata({ not: { required: ['head', 'lag'] } }),
)

/** A scenario, without the checks that depend on several parts. */
export const scenarioInput = v.pipe(
  object(
    {
      $schema: v.optional(text),
      description: v.optional(described(text, 'What it shows, for people to read.')),
      seed: specInputs.seed,
      spec: v.optional(described(seedlessSpec, 'The chain as it is at first.'), {}),
      endpoints: v.optional(
        described(list(endpoint), 'Steps and waits that name none are about the first.'),
        [{ key: 'dev' }],
      ),
      truth: v.optional(
        described(
          text,
          'Key of the endpoint whose chain clients are to end with. Default the first.',
        ),
      ),
      steps: described(
        v.pipe(
          v.array(stepInput, 'want a list of steps'),
          v.maxLength(STEPS_MAX, `there are more than ${STEPS_MAX}`),
        ),
        'What happens, in this order.',
      ),
    } satisfies InputsOf<Scenario>,
    { wanted: 'an object such as { steps: [] }' },
  ),
  v.title('ommer scenario'),
  v.description('A chain, what clients see of it, and what happens while they do.'),
)
