import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { typedData } from '../../../src/rpc/params/typedData.ts'
import { hashTypedData } from '../../../src/rpc/signing/typedData/hashTypedData.ts'

const data = {
  types: { A: [{ name: 'a', type: 'bool' }] },
  primaryType: 'A',
  domain: {},
  message: { a: true },
}

describe('typedData', () => {
  it('reads an object or its JSON, and ignores other members', () => {
    expect(typedData.read(data, 1)).toEqual(data)
    expect(typedData.read(JSON.stringify({ ...data, more: 1 }), 1)).toEqual(data)
  })

  it.each<[problem: string, value: unknown]>([
    ['7 is not an object { types, primaryType, domain, message }', 7],
    ['types: it is missing; want an object', {}],
    ['types.A: an object is not a list of members', { ...data, types: { A: {} } }],
    ['types.A[0].type: it is missing; want a string', { ...data, types: { A: [{ name: 'a' }] } }],
    ['types.A[0]: null is not an object { name, type }', { ...data, types: { A: [null] } }],
    ['primaryType: null is not a string', { ...data, primaryType: null }],
    ['domain: a list is not an object', { ...data, domain: [1] }],
    ["message: 'x' is not an object", { ...data, message: 'x' }],
    ['typed data: it is not JSON', '{'],
    ['typed data: it is nested too deeply', '['.repeat(100_000)],
    ['an empty list is not an object { types, primaryType, domain, message }', '[]'],
  ])('refuses: %s', (problem, value) => {
    expect(() => typedData.read(value, 1)).toThrow(
      expect.objectContaining({
        jsonRpcCode: -32602,
        message: `invalid argument 1: ${problem}`,
      }),
    )
  })

  it('refuses many types, and many members', () => {
    const members = Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, type: 'bool' }))
    const types = Object.fromEntries(members.map(({ name }) => [name, []]))
    const accepts = (of: object) => typedData.read({ ...data, types: of }, 1)
    expect(accepts(types)).toHaveProperty('types', types)
    for (const each of [{ ...types, A: [] }, { A: members }, { A: members.slice(1), B: [] }]) {
      expect(() => accepts(each)).toThrow(/: types: they have more than 1000 members$/)
    }
  })

  it('refuses JSON with more values than a request may have', () => {
    const message = { a: Array.from({ length: 50_001 }, () => 0) }
    expect(() => typedData.read(JSON.stringify({ ...data, message }), 1)).toThrow(
      /^invalid argument 1: typed data: /,
    )
  })
})

it.each(['__proto__', 'constructor', 'prototype'])('takes %s as the name of a type', (name) => {
  const json = `{"types":{"${name}":[{"name":"x","type":"uint256"}]},"primaryType":"${name}","domain":{},"message":{"x":1}}`
  expect(Object.keys(typedData.read(json, 1).types)).toEqual([name])
  const steps = hashTypedData(typedData.read(JSON.parse(json), 1))
  let step = steps.next()
  while (!step.done) step = steps.next()
  const hash = (type: string) => keccak256(Buffer.from(type))
  const domain = keccak256(hash('EIP712Domain()'))
  const message = keccak256(
    Buffer.concat([hash(`${name}(uint256 x)`), Buffer.alloc(31), Buffer.of(1)]),
  )
  expect(step.value).toEqual(keccak256(Buffer.concat([Buffer.of(0x19, 0x01), domain, message])))
})
