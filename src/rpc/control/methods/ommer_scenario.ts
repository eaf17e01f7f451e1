import * as v from 'valibot'
import { poolError } from '../../../endpoint/moveError.ts'
import { writeScenario } from '../../../log/history/writeScenario.ts'
import { list, nonEmptyString, object } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

export const ommer_scenario = controlMethod({
  summary:
    'Returns the moves of the endpoint since its start as a scenario: the file, its steps, and the moves that no step can make.',
  parameters: [],
  result: {
    name: 'scenario',
    schema: object({
      yaml: nonEmptyString,
      steps: v.array(v.record(v.string(), v.unknown())),
      omitted: list(nonEmptyString),
    }),
  },
  call: (_, { key, endpoint, dialect, endpoints, isControl }) =>
    endpoint.exclusively(() => {
      if (endpoint.poolOf !== undefined) throw poolError(endpoint.poolOf)
      // A page must not know the names of other endpoints.
      const others = isControl ? endpoints : undefined
      return writeScenario({ key, endpoint, dialect }, others)
    }),
})
