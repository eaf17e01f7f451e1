import * as v from 'valibot'
import {
  checkedBy,
  consistent,
  described,
  isObject,
  type Mismatch,
  nonEmptyString,
  noSuch,
  object,
  show,
} from '../primitives/input.ts'
import type { Step } from './step.ts'
import { stepContents } from './stepContents.ts'

const endpoint = v.optional(
  described(nonEmptyString, 'Key of the endpoint that the step acts on. Default: the first.'),
)

const names = [...stepContents.keys()]

const steps = new Map(
  [...stepContents].map(([name, content]) => [name, object({ [name]: content, endpoint })]),
)

const misnamed = v.pipe(v.unknown(), consistent(namingProblem))

/** One step: its name and value, and the endpoint. The compiler cannot know the names, which come from the moves. */
export const stepInput = checkedBy(
  v.union([...steps.values()]),
  (step) => steps.get(stepNames(step)?.join() ?? '') ?? misnamed,
) as unknown as v.GenericSchema<unknown, Step>

/** @returns undefined if the step is not an object */
function stepNames(step: unknown): readonly string[] | undefined {
  return isObject(step) ? Object.keys(step).filter((name) => name !== 'endpoint') : undefined
}

function namingProblem(step: unknown): Mismatch {
  const given = stepNames(step)
  if (given === undefined) {
    return { path: [], problem: `${show(step)} is not an object such as { mine: 1 }` }
  }
  const [name, ...others] = given
  if (name !== undefined && others.length === 0) {
    return { path: [name], problem: noSuch('step', name, names) }
  }
  const have = Object.keys(step as object).join(', ') || 'nothing'
  const problem = `want exactly one of ${names.join(', ')}, and optionally endpoint; have ${have}`
  return { path: [], problem }
}
