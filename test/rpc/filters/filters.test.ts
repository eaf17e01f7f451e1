import { describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { blockHashes } from '../../../src/rpc/filters/contents.ts'
import type { FilterContent } from '../../../src/rpc/filters/filter.ts'
import { type FilterLimits, Filters } from '../../../src/rpc/filters/filters.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { testSpec } from '../../support/testSpec.ts'

const chain = await createChain(testSpec)

const program = { connection: {} }

const large: FilterContent = { ...blockHashes, bytes: 100_000 }

function make(limits: Partial<FilterLimits> = {}) {
  const clock = { seconds: 0 }
  const all = { countMax: 100, bytesMax: 1e6, seconds: 300, ...limits }
  const filters = new Filters(all, () => clock.seconds * 1000)
  const endpoint = new MovableEndpoint('a', chain)
  endpoint.moveTo(4)
  const add = (connection: object = endpoint, content = blockHashes) =>
    filters.create(endpoint, { connection }, content)
  return { filters, clock, endpoint, add }
}

describe('the lifetime of a filter', () => {
  test('ends after the limit of seconds', () => {
    const { filters, clock, endpoint, add } = make()
    const id = add()
    clock.seconds = 299
    expect(filters.find(endpoint, program, id)).toBeDefined()
    clock.seconds = 300
    expect(filters.find(endpoint, program, id)).toBeUndefined()
    expect(filters.remove(endpoint, program, id)).toBe(false)
  })

  test('counts anew from each poll', () => {
    const { filters, clock, endpoint, add } = make()
    const [polled, other] = [add(), add()]
    clock.seconds = 200
    expect(filters.poll(endpoint, program, polled)).toBeDefined()
    clock.seconds = 400
    expect(filters.poll(endpoint, program, other)).toBeUndefined()
    expect(filters.poll(endpoint, program, polled)).toBeDefined()
  })

  test('ends when the head moves, even if no client calls anything', async () => {
    const { filters, clock, endpoint, add } = make()
    add()
    clock.seconds = 1000
    expect(filters.bytes).toBeGreaterThan(0)
    await endpoint.mine(1)
    expect(filters.bytes).toBe(0)
  })

  test('ends with the endpoint', () => {
    const { filters, endpoint, add } = make()
    const id = add()
    endpoint.close()
    expect(filters.find(endpoint, program, id)).toBeUndefined()
    expect(filters.bytes).toBe(0)
  })
})

describe('the number of filters', () => {
  test('is limited at an endpoint', () => {
    const { filters, endpoint, add } = make({ countMax: 3 })
    const [first] = [add(), add(), add()]
    const error = { code: 'LIMIT_EXCEEDED', message: 'too many filters: at most 3 at one endpoint' }
    expect(() => add()).toThrow(expect.objectContaining(error))
    expect(filters.remove(endpoint, program, first as string)).toBe(true)
    add()
    const other = new MovableEndpoint('b', chain)
    expect(filters.create(other, { connection: other }, blockHashes)).toMatch(/^0x/)
  })

  test('is limited to a tenth for one connection, so that others can create some', () => {
    const { filters, endpoint, add } = make({ countMax: 20 })
    const [one, other] = [{}, {}]
    const first = add(one)
    add(one)
    const error = {
      code: 'LIMIT_EXCEEDED',
      message: 'too many filters: at most 2 of one connection',
    }
    expect(() => add(one)).toThrow(expect.objectContaining(error))
    add(other)
    filters.remove(endpoint, program, first)
    add(one)
    expect(() => add(one)).toThrow(expect.objectContaining(error))
  })
})

describe('the memory of filters', () => {
  test('is limited for all endpoints, and the largest one loses the oldest', () => {
    const { filters, endpoint, add } = make({ bytesMax: 350_000 })
    const small = new MovableEndpoint('small', chain)
    const kept = filters.create(small, { connection: small }, blockHashes)
    const ids = [add({}, large), add({}, large), add({}, large)]
    filters.poll(endpoint, program, ids[0] as string)
    add({}, large)
    expect(ids.map((id) => filters.find(endpoint, program, id) !== undefined)).toEqual([
      true,
      false,
      true,
    ])
    expect(filters.find(small, program, kept)).toBeDefined()
    expect(filters.bytes).toBeLessThan(350_000)
  })

  test('refuses a filter that alone takes too much', () => {
    const { filters, add } = make({ bytesMax: 50_000 })
    const message = 'the filters take too much memory: at most 50000 bytes together'
    expect(() => add({}, large)).toThrow(expect.objectContaining({ message }))
    expect(filters.bytes).toBe(0)
  })

  test('does not grow while the head moves forward', async () => {
    const { filters, endpoint, add } = make()
    add()
    await endpoint.mine(1)
    const { bytes } = filters
    for (let block = 0; block < 20; block++) await endpoint.mine(1)
    expect(filters.bytes).toBe(bytes)
  })

  test('grows with each reorg until the filter is polled, or ended', async () => {
    const { filters, endpoint, add } = make({ bytesMax: 3000 })
    const id = add()
    const { bytes } = filters
    for (let count = 0; count < 5; count++)
      await endpoint.reorg({ depth: 1, length: 1, force: true })
    expect(filters.bytes).toBeGreaterThan(bytes)
    for (let count = 0; count < 20; count++)
      await endpoint.reorg({ depth: 1, length: 1, force: true })
    expect(filters.find(endpoint, program, id)).toBeUndefined()
    expect(filters.bytes).toBe(0)
  })

  test('is free when the last filter is removed', () => {
    const { filters, endpoint, add } = make()
    for (const id of [add(), add({}, large)]) filters.remove(endpoint, program, id)
    expect(filters.bytes).toBe(0)
  })
})

describe('a filter of a web page', () => {
  const page = { connection: {}, origin: () => 'https://app.example' }
  const other = { connection: {}, origin: () => 'https://evil.example' }

  test('is open to pages of its origin and to programs', () => {
    const { filters, endpoint } = make()
    const id = filters.create(endpoint, page, blockHashes)
    for (const client of [page, { ...page, connection: {} }, program]) {
      expect(filters.find(endpoint, client, id)).toBeDefined()
      expect(filters.poll(endpoint, client, id)).toBeDefined()
    }
    expect(filters.remove(endpoint, page, id)).toBe(true)
  })

  test('does not exist for pages of other origins, nor does one of a program', () => {
    const { filters, endpoint } = make()
    for (const creator of [page, program]) {
      const id = filters.create(endpoint, creator, blockHashes)
      expect(filters.find(endpoint, other, id)).toBeUndefined()
      expect(filters.poll(endpoint, other, id)).toBeUndefined()
      expect(filters.remove(endpoint, other, id)).toBe(false)
      expect(filters.remove(endpoint, creator, id)).toBe(true)
    }
  })

  test('cannot end those of others by creating many', () => {
    const { filters, endpoint } = make({ bytesMax: 1_000_000 })
    const kept = [page, program].map((client) => filters.create(endpoint, client, blockHashes))
    for (let count = 0; count < 30; count++) {
      filters.create(endpoint, { ...other, connection: {} }, large)
    }
    expect(filters.bytes).toBeLessThan(1_000_000)
    for (const id of kept) expect(filters.find(endpoint, program, id)).toBeDefined()
  })

  test('cannot take the places of others either', () => {
    const { filters, endpoint } = make({ countMax: 10 })
    const add = (client: object) =>
      filters.create(endpoint, { ...client, connection: {} }, blockHashes)
    const largeOne = filters.create(endpoint, program, large)
    for (let count = 0; count < 9; count++) add(other)
    expect(() => add(other)).toThrow('too many filters: at most 10 at one endpoint')
    const own = [largeOne, ...Array.from({ length: 4 }, () => add(program))]
    expect(() => add(other)).toThrow('at most 10 at one endpoint')
    expect(own.every((id) => filters.find(endpoint, program, id))).toBe(true)
  })
})
