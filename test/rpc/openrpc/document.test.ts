import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { methodSets } from '../../../src/rpc/methods/methodRegistry.ts'
import type { DocumentOptions } from '../../../src/rpc/openrpc/document.ts'
import type { Schema } from '../../../src/rpc/schemas/schema.ts'
import { compileMetaSchema, readDocument, Schemas } from '../../support/openRpc.ts'

const isOpenRpc = compileMetaSchema()

const choices = (['core', 'all'] as const).flatMap((methods) =>
  Object.values(dialects).map(({ name: dialect }) => ({ methods, dialect })),
)

describe.each(choices)('the document of the methods $methods in $dialect', async (choice) => {
  const document = await readDocument(choice as Partial<DocumentOptions>)

  test('is valid OpenRPC', () => {
    isOpenRpc(document)
    expect(isOpenRpc.errors).toBeNull()
  })

  test('lists the available methods in order', () => {
    expect(document.methods.map(({ name }) => name)).toEqual([...methodSets[choice.methods].keys()])
  })

  test('defines exactly the schemas that it refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    const referred = new Set(references.map(([, path]) => path as string))
    const { schemas, errors } = document.components
    const there = [
      ...Object.keys(schemas).map((name) => `components/schemas/${name}`),
      ...Object.keys(errors).map((name) => `components/errors/${name}`),
    ]
    expect(there).toEqual(expect.arrayContaining([...referred]))
    const idle = there.filter((path) => !referred.has(path))
    expect(idle.filter((path) => path.startsWith('components/schemas/'))).toEqual([])
  })

  test('has only schemas that a strict validator accepts', () => {
    const schemas = new Schemas(document)
    for (const { params, result } of document.methods) {
      for (const { schema } of [...params, result]) {
        expect(() => schemas.compile(schema)).not.toThrow()
      }
    }
  })

  /** The names of the schemas to which some schemas refer, directly or not. */
  function schemasUsedBy(schemas: readonly Schema[]): ReadonlySet<string> {
    const used = new Set<string>()
    const waiting = [JSON.stringify(schemas)]
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (used.has(name)) continue
        used.add(name)
        waiting.push(JSON.stringify(document.components.schemas[name]))
      }
    }
    return used
  }

  test('closes every object that methods return', () => {
    const returned = schemasUsedBy(document.methods.map(({ result }) => result.schema))
    for (const name of returned) {
      // These two contain the common part of objects that are closed individually.
      if (['Transaction', 'PendingTransaction'].includes(name)) continue
      const schema = document.components.schemas[name] as Schema
      if (schema.type !== 'object') continue
      // Objects by address have a schema for each of their members.
      const { additionalProperties: others } = schema
      expect(others === false || typeof others === 'object', name).toBe(true)
    }
  })
})

test('invalid OpenRPC documents fail the check', async () => {
  const { info: _, ...withoutInfo } = await readDocument()
  const [method, ...methods] = (await readDocument()).methods
  const wrong = { ...method, params: [{ name: 'block', schema: { type: 'text' } }] }
  expect(isOpenRpc(withoutInfo)).toBe(false)
  expect(isOpenRpc({ ...(await readDocument()), methods: [wrong, ...methods] })).toBe(false)
  expect(isOpenRpc({ ...(await readDocument()), openrpc: '9.9.9' })).toBe(false)
})

test('names the dialect and version', async () => {
  const { license } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(await readDocument({ version: '4.5.6' })).toMatchObject({
    openrpc: '1.3.2',
    info: { title: 'ommer', version: '4.5.6', license: { name: license } },
  })
  expect(await readDocument()).not.toHaveProperty('servers')
})

test('lists the error codes that clients meet', async () => {
  const { errors } = (await readDocument()).components
  const codes = Object.entries(errors).map(([name, { code }]) => [name, code])
  expect(Object.fromEntries(codes)).toMatchObject({
    PARSE_ERROR: -32700,
    INVALID_REQUEST: -32600,
    METHOD_NOT_FOUND: -32601,
    INVALID_PARAMS: -32602,
    INTERNAL_ERROR: -32603,
    LIMIT_EXCEEDED: -32005,
    UNKNOWN_BLOCK: -32000,
    ANSWER_TOO_LARGE: -32003,
    INVALID_API_KEY: -32001,
  })
})

test('gives each parameter a unique name, and requires it unless it may be null', async () => {
  const document = await readDocument()
  const schemas = new Schemas(document)
  for (const { name, params, paramStructure } of document.methods) {
    const isNullable = (index: number) => schemas.param(name, index)(null)
    expect(paramStructure).toBe('by-position')
    expect(new Set(params.map(({ name }) => name)).size).toBe(params.length)
    for (const [index, { required }] of params.entries()) {
      expect(required).toBe(!isNullable(index))
    }
  }
})
