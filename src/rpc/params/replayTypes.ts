import * as v from 'valibot'
import type { TypesWanted } from '../../chain/calls/parity/typesWanted.ts'
import { oneOf, wanted } from '../../primitives/input.ts'
import type { Parameter } from './arguments.ts'
import { ownParameter } from './ownParameter.ts'

const traceType = oneOf('trace', 'stateDiff', 'vmTrace')

/** What `trace_replay…` may return of a transaction. */
export const replayTypes: Parameter<TypesWanted> = ownParameter(
  'traceTypes',
  'Which traces to return; `trace` is empty and the others are null unless they are listed.',
  v.pipe(
    v.array(traceType, wanted('a list of types of traces')),
    v.transform((types) => ({
      trace: types.includes('trace'),
      stateDiff: types.includes('stateDiff'),
      vmTrace: types.includes('vmTrace'),
    })),
  ),
)
