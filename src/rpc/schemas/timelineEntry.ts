import { plainNumber } from './blockPosition.ts'
import { arrayOf, closedObject, type Schema } from './schema.ts'

const text: Schema = { type: 'string' }

const faults = arrayOf(closedObject({ kind: text, rule: plainNumber, detail: text }))

/** Any JSON value. */
const anything: Schema = {}

const common = { sequence: plainNumber, time: plainNumber, method: text, outcome: text } as const

/** An entry of `ommer_requests`. */
export const timelineEntry: Schema = {
  oneOf: [
    closedObject(
      {
        ...common,
        type: { type: 'string', const: 'request' },
        transport: { type: 'string', enum: ['http', 'webSocket', 'inProcess'] },
        milliseconds: { type: 'number', minimum: 0 },
        answerLength: plainNumber,
      },
      {
        params: anything,
        paramsText: text,
        answer: { type: 'object' },
        answerText: text,
        faults,
        replica: text,
        printed: arrayOf(text),
      },
    ),
    closedObject(
      { ...common, type: { type: 'string', enum: ['move', 'step', 'fault'] } },
      { params: anything, faults },
    ),
  ],
}
