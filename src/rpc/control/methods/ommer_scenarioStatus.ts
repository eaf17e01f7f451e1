import * as v from 'valibot'
import { boolean, list, nonEmptyString, object, wholeNumber } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

const count = wholeNumber(0)

export const ommer_scenarioStatus = controlMethod({
  summary: 'Returns the progress of the scenario; null if none is played.',
  parameters: [],
  result: {
    name: 'status',
    schema: v.nullable(
      object({
        steps: count,
        played: count,
        waitingFor: v.nullable(
          object({
            endpoint: nonEmptyString,
            methods: v.nullable(list(nonEmptyString)),
            block: v.nullable(count),
            calls: count,
          }),
        ),
        isFinished: boolean,
        failure: v.nullable(nonEmptyString),
      }),
    ),
  },
  call: (_, { scenario }) => scenario?.status(),
})
