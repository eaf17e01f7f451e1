import type * as v from 'valibot'
import type { Move, MoveStep } from '../moves/move.ts'
import { moves } from '../moves/moveRegistry.ts'
import { described } from '../primitives/input.ts'
import { clientRestart } from './restartClient.ts'
import { callCondition } from './waitFor.ts'

/** The steps that are moves, by name. */
export const moveSteps: ReadonlyMap<string, { readonly move: Move; readonly form: MoveStep }> =
  new Map(
    moves.flatMap((move) =>
      Object.entries(move.steps ?? {}).map(([name, form]) => [name, { move, form }]),
    ),
  )

/** The schema of the value after the name of each step. */
export const stepContents: ReadonlyMap<string, v.GenericSchema> = new Map<string, v.GenericSchema>([
  ['waitFor', callCondition],
  ['restartClient', clientRestart],
  ...[...moveSteps].map(
    ([name, { move, form }]) =>
      [name, described(form.schema, form.summary ?? move.summary)] as const,
  ),
])
