import * as v from 'valibot'
import { boolean, list, object, text, wholeNumber } from '../../../primitives/input.ts'
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
            endpoint: text,
            methods: v.nullable(list(text)),
            block: v.nullable(count),
            calls: count,
          }),
        ),
        isFinished: boolean,
        failure: v.nullable(text),
      }),
    ),
  },
  call: (_, { scenario }) => scenario?.status(),
})
