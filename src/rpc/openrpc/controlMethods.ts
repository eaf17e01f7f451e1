import type { JsonSchema } from '@valibot/to-json-schema'
import type { Move, Parameter as MoveParameter } from '../../moves/move.ts'
import type { ControlMethod } from '../control/controlMethod.ts'
import { isOptional } from '../control/params/decoderOf.ts'
import { RequestError, toErrorObject } from '../errors.ts'
import type { Schema } from '../schemas/schema.ts'
import { commonErrors } from './errorComponents.ts'
import { schemaOf } from './schemaOf.ts'

/** The OpenRPC entries of control methods. They follow from what describes these methods. */
export function describeControlMethods(methods: Iterable<readonly [string, ControlMethod]>) {
  return [...methods].map(([name, method]) => describeMethod(name, method))
}

function describeMethod(name: string, { summary, parameters, result, move }: ControlMethod) {
  return {
    name,
    summary,
    // The explorer makes its forms of moves from these entries.
    ...(move !== undefined && { 'x-move': describeMove(move) }),
    paramStructure: 'by-position',
    params: parameters.map(describeParameter),
    result: { name: result.name, schema: schemaOf(result.schema) as Schema },
    errors: [...commonErrors.map((code) => ({ $ref: `#/components/errors/${code}` })), refused],
  }
}

function describeMove({ group, effect, steps = {} }: Move) {
  return {
    group,
    isQuestion: effect === 'reads',
    steps: Object.entries(steps).map(([name, { omitted, takes }]) => ({ name, omitted, takes })),
  }
}

const refused = toErrorObject(
  new RequestError(
    'OPERATION_REFUSED',
    'not possible in the current state; data.code names the reason',
  ),
)

function describeParameter({ name, description, schema, described }: MoveParameter) {
  return {
    name,
    ...(description !== undefined && { summary: description }),
    required: !isOptional(schema),
    // A test compiles all schemas: they have no keywords but those of `Schema`.
    schema: (described === undefined
      ? withNumbersAsText(schemaOf(schema))
      : schemaOf(described)) as Schema,
  }
}

/** Numbers may also be written in hex or in decimal digits, as clients of Anvil and Hardhat do. */
function withNumbersAsText(schema: JsonSchema): JsonSchema {
  if (schema.type === 'integer' || schema.type === 'number') {
    return { anyOf: [schema, { type: 'string', pattern: '^(0[xX][0-9a-fA-F]+|[0-9]+)$' }] }
  }
  const { properties, anyOf } = schema
  return {
    ...schema,
    ...(anyOf !== undefined && {
      anyOf: anyOf.map((each) => withNumbersAsText(each as JsonSchema)),
    }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [
          name,
          withNumbersAsText(each as JsonSchema),
        ]),
      ),
    }),
  }
}
