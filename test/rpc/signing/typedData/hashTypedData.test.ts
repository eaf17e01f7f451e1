import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData as hashWithViem } from 'viem'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/primitives/hex.ts'
import { hashTypedData } from '../../../../src/rpc/signing/typedData/hashTypedData.ts'
import type { TypedData } from '../../../../src/rpc/signing/typedData/typedData.ts'
import { TypedDataError } from '../../../../src/rpc/signing/typedData/typedDataError.ts'
import { repeated } from '../../../support/sized.ts'

function hashOf(data: TypedData): string {
  const steps = hashTypedData(data)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return toHex(step.value)
}

// The example of EIP-712, with the digest that its tests assert.
const mail: TypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

/** An integer of a type, as JSON may have it. */
function integer(type: string): fc.Arbitrary<unknown> {
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256)
  const range = type.startsWith('u')
    ? { min: 0n, max: 2n ** bits - 1n }
    : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }
  return fc.bigInt(range).map((value) => {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  })
}

const hexBytes = (length?: number) =>
  fc
    .uint8Array(length === undefined ? { maxLength: 70 } : { minLength: length, maxLength: length })
    .map((bytes) => toHex(bytes))

const integers = ['uint8', 'uint96', 'uint256', 'int8', 'int64', 'int256']

const primitives: readonly { type: string; value: fc.Arbitrary<unknown> }[] = [
  { type: 'address', value: hexBytes(20) },
  { type: 'bool', value: fc.boolean() },
  { type: 'string', value: fc.string({ unit: 'grapheme' }) },
  { type: 'bytes', value: hexBytes() },
  ...[1, 4, 31, 32].map((size) => ({ type: `bytes${size}`, value: hexBytes(size) })),
  ...integers.map((type) => ({ type, value: integer(type) })),
]

interface Typed {
  readonly type: string
  readonly value: fc.Arbitrary<unknown>
}

/** Struct types, each of which refers to primitive types and those after it, also in arrays. */
const documents: fc.Arbitrary<TypedData> = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const wrapped = fc.constantFrom('', '[]', '[2]', '[][3]', '[1][]')
  const field = fc.record({ pick: fc.nat(), arrays: wrapped })
  const shapes = fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), {
    minLength: count,
    maxLength: count,
  })
  return shapes.chain((structs) => {
    const types: Record<string, { name: string; type: string }[]> = {}
    const known: Typed[] = [...primitives]
    for (const [index, fields] of structs.toReversed().entries()) {
      const members = fields.map(({ pick, arrays }, at) => {
        const { type, value } = known[known.length - 1 - (pick % known.length)] as Typed
        return { name: `f${at}`, type: type + arrays, value: inArrays(value, arrays) }
      })
      const name = `S${'abcd'[index]}`
      types[name] = members.map(({ name: member, type }) => ({ name: member, type }))
      const record = Object.fromEntries(members.map(({ name: member, value }) => [member, value]))
      known.push({ type: name, value: fc.record(record, { noNullPrototype: true }) })
    }
    const primary = known.at(-1) as Typed
    return fc
      .record(
        {
          name: fc.string(),
          // viem leaves out an empty version where the type of the domain is not given.
          version: fc.string({ minLength: 1 }),
          chainId: fc.integer({ min: 1 }),
          verifyingContract: hexBytes(20),
          salt: hexBytes(32),
        },
        { requiredKeys: ['name'], noNullPrototype: true },
      )
      .chain((domain) =>
        primary.value.map((message) => ({
          types,
          primaryType: primary.type,
          domain,
          message: message as TypedData['message'],
        })),
      )
  })
})

function inArrays(value: fc.Arbitrary<unknown>, arrays: string): fc.Arbitrary<unknown> {
  return (arrays.match(/\[\d*\]/g) ?? []).reduce((item, each) => {
    const length = each === '[]' ? undefined : Number(each.slice(1, -1))
    return length === undefined
      ? fc.array(item, { maxLength: 3 })
      : fc.array(item, { minLength: length, maxLength: length })
  }, value)
}

/** ethers wants only the types that the primary type refers to. */
function withEthers({ types, primaryType, domain, message }: TypedData): string {
  const used = new Set([primaryType])
  for (const name of used) {
    for (const { type } of types[name] ?? []) {
      const base = type.replace(/\[.*/, '')
      if (types[base] !== undefined) used.add(base)
    }
  }
  const own = Object.fromEntries([...used].map((name) => [name, [...(types[name] ?? [])]]))
  return TypedDataEncoder.hash(domain, own, message)
}

describe('hashTypedData', () => {
  it('hashes the example of EIP-712 as it says', () => {
    expect(hashOf(mail)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })

  it('hashes what viem and ethers hash, as they do', () => {
    let [structs, arrays] = [0, 0]
    fc.assert(
      fc.property(documents, (data) => {
        const json = JSON.stringify(data)
        if (/S[a-d]/.test(json.slice(json.indexOf('"type":')))) structs++
        if (json.includes('[]"')) arrays++
        const hash = hashOf(JSON.parse(json))
        expect(hash).toBe(hashWithViem(data as never))
        expect(hash).toBe(withEthers(data))
      }),
      { numRuns: repeated(300, 20_000) },
    )
    expect(Math.min(structs, arrays)).toBeGreaterThan(20)
  })

  it('hashes the domain alone if that is the primary type, as viem does', () => {
    const data = { ...mail, primaryType: 'EIP712Domain' }
    expect(hashOf(data)).toBe(hashWithViem(data as never))
  })

  it('takes the type of the domain from its members if none is given', () => {
    const { EIP712Domain: _, ...types } = mail.types
    expect(hashOf({ ...mail, types })).toBe(hashOf(mail))
  })

  it('takes numbers as decimal or hex text', () => {
    for (const chainId of ['1', '0x1', '0x01']) {
      expect(hashOf({ ...mail, domain: { ...mail.domain, chainId } })).toBe(hashOf(mail))
    }
  })

  it('ignores members that the type does not have', () => {
    expect(hashOf({ ...mail, message: { ...mail.message, more: 1 } })).toBe(hashOf(mail))
  })

  it('ends recursive types with null', () => {
    const types = {
      Node: [
        { name: 'value', type: 'uint8' },
        { name: 'next', type: 'Node' },
      ],
    }
    const base = { types, primaryType: 'Node', domain: { name: 'list' } }
    const one = hashOf({ ...base, message: { value: 1, next: null } })
    expect(hashOf({ ...base, message: { value: 1 } })).toBe(one)
    expect(hashOf({ ...base, message: { value: 1, next: { value: 2 } } })).not.toBe(one)
  })
})

const base = { primaryType: 'A', domain: { name: 'x' }, message: {} }

/** Typed data with one member of this type and value. */
function single(type: string, value?: unknown): TypedData {
  return { ...base, types: { A: [{ name: 'a', type }] }, message: { a: value } }
}

describe('typed data is refused', () => {
  it.each<[problem: RegExp, data: TypedData]>([
    [/^primaryType: there is no type 'B'$/, { ...base, types: { A: [] }, primaryType: 'B' }],
    [/^primaryType: there is no type 'toString'$/, { ...base, types: {}, primaryType: 'toString' }],
    [/^types\.A\.a: reference type 'B' is undefined$/, single('B')],
    [/^types\.A\.a: reference type 'toString' is undefined$/, single('toString[]')],
    [/^types\.A\.a: reference type 'uint7' is undefined$/, single('uint7')],
    [/^types\.A\.a: reference type 'bytes33' is undefined$/, single('bytes33')],
    [/^types\.A\.a: 'uint8\[' is not a type$/, single('uint8[')],
    [/^types\.A\.a: '' is not a type$/, single('')],
    [/^types: uint8 is a type of Solidity$/, { ...base, types: { uint8: [] } }],
    [/^types: 'a,b' is not a name$/, { ...base, types: { 'a,b': [] } }],
    [
      /^types\.A\.a: there are several of this name$/,
      { ...base, types: { A: Array(2).fill({ name: 'a', type: 'bool' }) } },
    ],
    [/^message\.a: provided data 256 doesn't match type 'uint8'$/, single('uint8', 256)],
    [/^message\.a: provided data -1 doesn't match/, single('uint8', -1)],
    [/^message\.a: provided data '-129' doesn't match/, single('int8', '-129')],
    [/^message\.a: provided data 1\.5 doesn't match/, single('uint8', 1.5)],
    [/^message\.a: provided data 9007199254740992 doesn't/, single('uint256', 2 ** 53)],
    [/^message\.a: provided data '9{40}' doesn't match/, single('uint256', '9'.repeat(100_000))],
    [/^message\.a: provided data '1e3' doesn't match/, single('uint256', '1e3')],
    [/^message\.a: provided data 'true' doesn't match type 'bool'$/, single('bool', 'true')],
    [/^message\.a: provided data 7 doesn't match type 'string'$/, single('string', 7)],
    [/^message\.a: provided data undefined doesn't match type 'string'$/, single('string')],
    [/^message\.a: provided data '0x1' doesn't match type 'bytes'$/, single('bytes', '0x1')],
    [/^message\.a: provided data '0x12' doesn't match type 'bytes2'$/, single('bytes2', '0x12')],
    [/^message\.a: provided data 'x' doesn't match type 'address'$/, single('address', 'x')],
    [/^message\.a: provided data 1 doesn't match type 'bool\[\]'$/, single('bool[]', 1)],
    [/^message\.a: provided 1 items, but the type is 'bool\[2\]'$/, single('bool[2]', [true])],
    [/^message\.a\[1\]: provided data null doesn't match/, single('bool[]', [true, null])],
    [/^message\.a: provided data 1 doesn't match type 'A'$/, single('A', 1)],
  ])('%s', (problem, data) => {
    expect(() => hashOf(data)).toThrow(TypedDataError)
    expect(() => hashOf(data)).toThrow(problem)
  })

  it('if it is nested too deeply', () => {
    const nested = (depth: number) => {
      let message = {}
      for (let at = 0; at < depth; at++) message = { a: message }
      return { ...base, types: { A: [{ name: 'a', type: 'A' }] }, message }
    }
    expect(hashOf(nested(63))).toMatch(/^0x/)
    expect(() => hashOf(nested(64))).toThrow(/: it is nested too deeply$/)
    expect(() =>
      hashOf(single(`bool${'[]'.repeat(70)}`, JSON.parse('['.repeat(70) + ']'.repeat(70)))),
    ).toThrow(/: it is nested too deeply$/)
  })

  it('if types make many values of little JSON', () => {
    const fields = Array.from({ length: 1000 }, (_, index) => ({ name: `f${index}`, type: 'B' }))
    const types = { A: [{ name: 'a', type: 'C[]' }], B: [], C: fields }
    const message = { a: Array.from({ length: 100 }, () => ({})) }
    expect(() => hashOf({ ...base, types, message })).toThrow(/there are more than 65536 values$/)
  })

  it('if the encodings of its types are too long', () => {
    const types = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [
        `T${index}`,
        index === 4999 ? [] : [{ name: 'next', type: `T${index + 1}` }],
      ]),
    )
    const deep = { ...base, primaryType: 'T0', types }
    // One encoding is short enough.
    expect(hashOf(deep)).toMatch(/^0x/)
    const all = Object.keys(types).map((type) => ({ name: type, type }))
    const message = Object.fromEntries(Object.keys(types).map((type) => [type, {}]))
    expect(() =>
      hashOf({ ...deep, types: { ...types, A: all }, primaryType: 'A', message }),
    ).toThrow(/^types: their encodings have more than 262144 characters$/)
  })
})
