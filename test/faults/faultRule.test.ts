import { toJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { faultKinds } from '../../src/faults/faultRegistry.ts'
import { faultRule } from '../../src/faults/faultRule.ts'

// JSON Schema cannot express checks that compare two fields.
const schema = toJsonSchema(faultRule, {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check'],
})
const isValid = new Ajv2020().compile(schema as object)

test('converts to a JSON Schema that describes every kind of fault', () => {
  const { fault } = schema.properties as unknown as { fault: { oneOf: Described[] } }
  const kinds = fault.oneOf.flatMap((each) => each.oneOf ?? [each])
  expect(kinds.map(({ description }) => typeof description)).toEqual(kinds.map(() => 'string'))
  const names = kinds.map(({ properties }) => properties.kind.const)
  expect([...new Set(names)]).toEqual(Object.keys(faultKinds))
})

interface Described {
  readonly description: string
  readonly properties: { readonly kind: { readonly const: string } }
  readonly oneOf?: readonly Described[]
}

test.each([
  [{ fault: { kind: 'null' } }, true],
  [{ methods: ['a', 'b'], blocks: { from: 1 }, calls: [1, 2], fault: { kind: 'reset' } }, true],
  [{ rate: [1, 2], fault: { kind: 'latency', milliseconds: [1, 2] } }, true],
  [{ fault: { kind: 'corrupt', field: 'transactions[0].value', value: null } }, true],
  [{ fault: { kind: 'socketClosed', code: 1006 } }, true],
  [{ fault: { kind: 'socketClosed', code: 1005 } }, false],
  [{ fault: { kind: 'corrupt', field: 'a..b' } }, false],
  [{ fault: { kind: 'corrupt', field: 'a', what: 'status' } }, false],
  [{ fault: { kind: 'nul' } }, false],
  [{ method: 'a', fault: { kind: 'null' } }, false],
  [{ methods: [], fault: { kind: 'null' } }, false],
  [{ blocks: { to: 1 }, fault: { kind: 'null' } }, false],
])('as a JSON Schema, says of %j: %s', (rule, valid) => {
  expect(isValid(rule)).toBe(valid)
})
