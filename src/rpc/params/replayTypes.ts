import type { TypesWanted } from '../../chain/calls/parity/typesWanted.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'

/** What `trace_replay…` may return of a transaction. */
const replayTypeNames = ['trace', 'stateDiff', 'vmTrace'] as const

const known: ReadonlySet<unknown> = new Set(replayTypeNames)

/**
 * Reads which traces are wanted: an array of `trace`, `stateDiff` and `vmTrace`.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readReplayTypes(value: unknown, index: number): TypesWanted {
  if (!Array.isArray(value) || !value.every((each) => known.has(each))) {
    throw invalidArgument(index, 'want an array of "trace", "stateDiff" and "vmTrace"')
  }
  return {
    trace: value.includes('trace'),
    stateDiff: value.includes('stateDiff'),
    vmTrace: value.includes('vmTrace'),
  }
}

export const replayTypes: Parameter<TypesWanted> = {
  name: 'traceTypes',
  summary:
    'Which traces to return; `trace` is empty and the others are null unless they are listed.',
  schema: { type: 'array', items: { type: 'string', enum: replayTypeNames } },
  read: readReplayTypes,
}
