import * as v from 'valibot'
import { dialectNames, dialects } from '../../endpoint/dialects/dialects.ts'
import { object, oneOf, wanted } from '../../primitives/input.ts'
import { type Method, method } from '../method.ts'
import type { Parameter } from '../params/arguments.ts'
import { ownParameter } from '../params/ownParameter.ts'

const dialectName = ownParameter('dialect', 'The name of the dialect.', oneOf(...dialectNames))

interface WrittenCall {
  readonly method: Method
  readonly params: readonly unknown[]
}

/** A call of a method whose results the dialects write differently. */
function writtenCall(methods: ReadonlyMap<string, Method>): Parameter<WrittenCall> {
  return ownParameter(
    'call',
    'A call of a method whose results the dialects write differently.',
    v.pipe(
      object(
        {
          method: oneOf(...methods.keys()),
          params: v.array(v.unknown(), wanted('a list of arguments')),
        },
        { member: 'member' },
      ),
      v.transform(({ method, params }) => ({ method: methods.get(method) as Method, params })),
    ),
  )
}

/**
 * What another method answers in a dialect, whatever the dialect of the API key is.
 *
 * @param others all other methods
 */
export function ommer_inDialect(others: readonly Method[]): Method {
  const written = others.filter(({ differsByDialect }) => differsByDialect)
  return method({
    name: 'ommer_inDialect',
    set: 'all',
    does: 'reads',
    summary: 'What a method answers in a dialect, whatever the dialect of the API key is.',
    params: [dialectName, writtenCall(new Map(written.map((each) => [each.name, each])))],
    result: {
      name: 'result',
      summary: 'That of the method.',
      schema: { oneOf: [{ type: 'object' }, { type: 'array' }, { type: 'null' }] },
    },
    errors: ['UNKNOWN_BLOCK'],
    run: ([name, { method: called, params }], context) =>
      called.call(params, { ...context, dialect: dialects[name] }),
  })
}
