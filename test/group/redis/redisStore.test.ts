import { createClient } from '@redis/client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RedisStore } from '../../../src/group/redis/redisStore.ts'
import type { Entry } from '../../../src/log/entry.ts'
import { createHeader, type JournalHeader } from '../../../src/log/journalHeader.ts'
import { readRedisAddress } from '../../../src/log/redisAddress.ts'
import { hasRedis, RedisServer } from '../../support/group/redisServer.ts'
import { SharedMemory, SharedStore } from '../../support/group/sharedStore.ts'
import { repeated } from '../../support/sized.ts'

const begun = createHeader({
  ommer: '1.2.3',
  chain: { first: '0x01', height: 5, head: '0x05' },
  options: { dev: true },
})
const header: JournalHeader = { ...begun, id: 'one of many' }

const entry = (sequence: number, endpoint: string): Entry => ({
  sequence,
  endpoint,
  create: { dialect: 'geth', amount: 5n },
})

const ALIVE_MS = 60_000
const roots = ['a', 'b', 'c']
const replicas = ['one', 'two']

type Step = (store: RedisStore | SharedStore) => Promise<unknown>

const root = fc.constantFrom(...roots)
const replica = fc.constantFrom(...replicas)
const number = fc.nat(4)

function named(name: string, run: Step): readonly [name: string, Step] {
  return [name, run]
}

/** What replicas ask, with names and numbers that are wrong as often as not. */
const step: fc.Arbitrary<readonly [name: string, Step]> = fc.oneof(
  replica.map((id) =>
    named(`renew ${id}`, (store) => store.renew({ id, address: `${id}:1` }, ALIVE_MS)),
  ),
  fc
    .tuple(replica, root, fc.boolean())
    .map(([id, key, canBegin]) =>
      named(`claim ${id} ${key} ${canBegin}`, (store) => store.claim(id, key, canBegin)),
    ),
  fc
    .tuple(root, root)
    .map(([key, to]) => named(`follow ${key} ${to}`, (store) => store.follow(key, to))),
  fc.tuple(replica, root, number, fc.nat(3)).map(([id, key, before, count]) => {
    const added = Array.from({ length: count }, (_, index) => entry(before + index + 1, key))
    return named(`append ${id} ${key} ${before} ${count}`, async (store) =>
      store.append(id, key, before, added),
    )
  }),
  fc.tuple(replica, root, number, fc.nat(2)).map(([id, key, last, count]) => {
    // Redis has no entry with the number 0.
    const length = last === 0 ? 0 : count
    const fewer = Array.from({ length }, (_, index) => entry(last + index, key))
    return named(`rewrite ${id} ${key} ${last} ${length}`, async (store) =>
      store.rewrite(id, key, last, fewer),
    )
  }),
  fc
    .tuple(replica, root)
    .map(([id, key]) => named(`disown ${id} ${key}`, (store) => store.disown(id, key))),
  replica.map((id) => named(`release ${id}`, (store) => store.release(id))),
  replica.map((id) => named(`owned ${id}`, (store) => store.owned(id, roots))),
  fc.constant(named('sweep', (store) => store.sweep())),
)

describe.skipIf(!hasRedis)('a store in Redis', () => {
  let server: RedisServer
  let stores = 0
  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterAll(() => server.stop())

  const open = (name = `journal-${++stores}`): Promise<RedisStore> =>
    RedisStore.open(readRedisAddress(`${server.url}?journal=${name}`))

  it('does the same as one in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const redis = await open()
        const memory = new SharedStore(new SharedMemory())
        for (const store of [redis, memory]) {
          await store.begin(header)
          for (const id of replicas) await store.renew({ id, address: `${id}:1` }, ALIVE_MS)
        }
        for (const [name, run] of steps) {
          expect([name, await run(redis)]).toEqual([name, await run(memory)])
          for (const key of roots) expect(await redis.read(key)).toEqual(await memory.read(key))
        }
        redis.close()
      }),
      { numRuns: repeated(20, 500) },
    )
  })

  it('keeps the header that it was begun with', async () => {
    const first = await open('header')
    expect(await first.header()).toBeUndefined()
    expect(await first.begin(header)).toEqual(header)
    const second = await open('header')
    expect(await second.begin({ ...header, ommer: '2.0.0' })).toEqual(header)
    first.close()
    second.close()
  })

  it('reads more entries than fit in one answer', async () => {
    const store = await open()
    await store.begin(header)
    await store.renew({ id: 'one', address: 'one:1' }, ALIVE_MS)
    await store.claim('one', 'a', true)
    const entries = Array.from({ length: 2500 }, (_, index) => entry(index + 1, 'a'))
    for (let start = 0; start < entries.length; start += 500) {
      await store.append('one', 'a', start, entries.slice(start, start + 500))
    }
    expect(await store.read('a')).toEqual(entries)
    expect(await store.rewrite('one', 'a', 2500, entries.slice(0, 2000))).toEqual(
      await store.append('one', 'a', 2000, []),
    )
    expect((await store.read('a')).length).toBe(2000)
    expect(await store.roots()).toEqual(['a'])
    store.close()
  })

  it('replaces entries of a family only by whole ones', async () => {
    const [one, two] = [await open('rewritten'), await open('rewritten')]
    await one.begin(header)
    await one.renew({ id: 'one', address: 'one:1' }, ALIVE_MS)
    await one.claim('one', 'a', true)
    const entries = Array.from({ length: 300 }, (_, index) => entry(index + 1, 'a'))
    await one.append('one', 'a', 0, entries)
    const fewer = entries.slice(0, 200)
    // One of them is not the owner.
    const [own, other] = await Promise.all([
      one.rewrite('one', 'a', 300, fewer),
      two.rewrite('two', 'a', 300, entries.slice(0, 10)),
    ])
    expect([own === undefined, other]).toEqual([false, undefined])
    expect(await two.read('a')).toEqual(fewer)
    one.close()
    two.close()
  })

  it('lets the chain grow once in an interval', async () => {
    const one = await open('growth')
    const two = await open('growth')
    expect(await one.grow(5, 3_600_000)).toMatchObject({ height: 5 })
    expect((await two.grow(5, 3_600_000)).wait).toBeGreaterThan(3_000_000)
    expect(await two.grow(5, 0)).toEqual({ height: 6, wait: 0 })
    expect(await one.height()).toBe(6)
    one.close()
    two.close()
  })

  /** A store with an entry, and a client to do what others may do with the same Redis. */
  async function openBegun(name: string) {
    const store = await open(name)
    await store.begin(header)
    await store.renew({ id: 'one', address: 'one:1' }, ALIVE_MS)
    await store.claim('one', 'a', true)
    await store.append('one', 'a', 0, [entry(1, 'a')])
    const client = createClient({ url: server.url })
    await client.connect()
    const close = (): void => {
      store.close()
      client.destroy()
    }
    return { store, client, close }
  }

  it('keeps its replicas alive, and is read, while Redis is full', async () => {
    const { store, client, close } = await openBegun('full')
    await client.configSet('maxmemory', '1')
    const renewed = await store.renew({ id: 'one', address: 'one:1' }, ALIVE_MS)
    expect(renewed).toEqual({ wasGone: false, header, height: undefined })
    expect(await store.claim('one', 'a', true)).toMatchObject({ kind: 'own' })
    expect(await store.read('a')).toEqual([entry(1, 'a')])
    await expect(store.append('one', 'a', 1, [entry(2, 'a')])).rejects.toMatchObject({
      code: 'JOURNAL_REFUSED',
      message: expect.stringMatching(/journal=full: .*OOM command not allowed/),
    })
    await client.configSet('maxmemory', '0')
    expect(await store.append('one', 'a', 1, [entry(2, 'a')])).toBeDefined()
    close()
  })

  it('refuses with what Redis says', async () => {
    const { store, client, close } = await openBegun('wrong')
    await client.set('{ommer:wrong}:entries:b', 'text')
    await expect(store.read('b')).rejects.toMatchObject({
      code: 'JOURNAL_REFUSED',
      message: expect.stringContaining('WRONGTYPE'),
    })
    close()
  })

  it('names an entry that cannot be read', async () => {
    const { store, client, close } = await openBegun('damaged')
    await client.xAdd('{ommer:damaged}:entries:a', '2-0', { entry: '{"bigint":"x"}' })
    await expect(store.read('a')).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      message: expect.stringContaining("entry 2-0 of endpoint 'a' is damaged"),
    })
    close()
  })

  it('adds nothing to a journal that has disappeared', async () => {
    const { store, client, close } = await openBegun('emptied')
    await client.flushAll()
    await expect(store.append('one', 'a', 1, [entry(2, 'a')])).rejects.toMatchObject({
      code: 'JOURNAL_REFUSED',
      message: expect.stringContaining('the journal has disappeared'),
    })
    const renewed = await store.renew({ id: 'one', address: 'one:1' }, ALIVE_MS)
    expect(renewed).toEqual({ wasGone: true, header: undefined, height: undefined })
    close()
  })

  it('says which Redis does not answer, without its password', async () => {
    const store = await open()
    store.close()
    await expect(store.read('a')).rejects.toMatchObject({
      code: 'JOURNAL_NOT_REACHED',
    })
    const url = server.url.replace('//', '//me:secret@')
    await expect(RedisStore.open(readRedisAddress(url))).rejects.toThrow(
      /^redis:\/\/me:\*\*\*@127\.0\.0\.1:\d+\?journal=ommer: WRONGPASS .*$/,
    )
  })
})
