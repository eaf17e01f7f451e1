import * as v from 'valibot'
import type { Move, StepForm } from '../moves/move.ts'
import { moves } from '../moves/registry.ts'
import { object, text } from '../primitives/input.ts'
import { callCondition } from './waitFor.ts'

/** The steps that are moves, by their names. */
export const moveSteps: ReadonlyMap<string, { readonly move: Move; readonly form: StepForm }> =
  new Map(
    moves.flatMap((move) =>
      Object.entries(move.steps ?? {}).map(([name, form]) => [name, { move, form }]),
    ),
  )

/** What stands behind the name of each step. */
export const stepContents: ReadonlyMap<string, v.GenericSchema> = new Map<string, v.GenericSchema>([
  ['waitFor', callCondition],
  ...[...moveSteps].map(
    ([name, { form }]) => [name, v.pipe(form.schema, v.description(form.summary))] as const,
  ),
])

/** Key of the endpoint that a step is about. */
const stepEndpoint = v.optional(
  v.pipe(text, v.description('Key of the endpoint that it is about. Default the first.')),
)

/** A step as a scenario has it: one of them by its name, and beside it an endpoint. */
export const stepSchema = v.union(
  [...stepContents].map(([name, schema]) => object({ [name]: schema, endpoint: stepEndpoint })),
)
