import type { ParityCall } from '../../threads/calls/answers/answerParityCalls.ts'
import { invalidArgument, type Parameter } from './arguments.ts'
import { callObject } from './callObject.ts'
import { replayTypes } from './replayTypes.ts'

/** How many calls are traced at once. */
const CALLS_MAX = 1000

/** Calls, each with the traces that are wanted of it. */
export const tracedCalls: Parameter<readonly ParityCall[]> = {
  name: 'calls',
  summary: 'Calls, each in a pair with the traces to return. Each runs after the one before.',
  schema: {
    type: 'array',
    maxItems: CALLS_MAX,
    // A pair, which this part of JSON Schema cannot describe further.
    items: { type: 'array', minItems: 2, maxItems: 2 },
  },
  read(value, index) {
    if (!Array.isArray(value) || value.length > CALLS_MAX) {
      throw invalidArgument(index, `want an array of at most ${CALLS_MAX} pairs`)
    }
    return value.map((pair: unknown) => {
      if (!Array.isArray(pair) || pair.length !== 2) {
        throw invalidArgument(index, 'want pairs of a call and a list of trace types')
      }
      const [call, types] = pair
      return { call: callObject.read(call, index), types: replayTypes.read(types, index) }
    })
  },
}
