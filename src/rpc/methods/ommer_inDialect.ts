import type { DialectName } from '../../endpoint/dialects/dialect.ts'
import { dialectNames, dialects } from '../../endpoint/dialects/dialects.ts'
import { type Method, method } from '../method.ts'
import { invalidArgument, type Parameter } from '../params/arguments.ts'
import { closedObject } from '../schemas/schema.ts'

const dialectName: Parameter<DialectName> = {
  name: 'dialect',
  schema: { type: 'string', enum: dialectNames },
  read: readDialectName,
}

function readDialectName(value: unknown, index: number): DialectName {
  const name = dialectNames.find((known) => known === value)
  if (name === undefined) throw invalidArgument(index, `want one of ${dialectNames.join(', ')}`)
  return name
}

interface WrittenCall {
  readonly method: Method
  readonly params: readonly unknown[]
}

/** A call of a method whose results the dialects write differently. */
function writtenCall(methods: ReadonlyMap<string, Method>): Parameter<WrittenCall> {
  const names = [...methods.keys()]
  return {
    name: 'call',
    summary: 'A call of a method whose results the dialects write differently.',
    schema: closedObject({
      method: { type: 'string', enum: names },
      params: { type: 'array' },
    }),
    read(value, index) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw invalidArgument(index, 'want an object with method and params')
      }
      const { method: name, params, ...others } = value as Readonly<Record<string, unknown>>
      const [other] = Object.keys(others)
      if (other !== undefined) throw invalidArgument(index, `there is no member '${other}'`)
      const method = methods.get(name as string)
      if (method === undefined) {
        throw invalidArgument(index, `method: want one of ${names.join(', ')}`)
      }
      if (!Array.isArray(params)) throw invalidArgument(index, 'params: want an array')
      return { method, params }
    },
  }
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
