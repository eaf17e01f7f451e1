import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { askStore, remoteStore } from '../../../src/group/supervisor/remoteStore.ts'
import { SupervisorStore } from '../../../src/group/supervisor/supervisorStore.ts'
import type { Entry } from '../../../src/log/entry.ts'
import { createHeader } from '../../../src/log/journalHeader.ts'
import { keyOf } from '../../support/group/runningGroup.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
const HASH = `0x${'1'.repeat(64)}` as const
const header = createHeader({
  ommer: '0.0.0',
  chain: { first: HASH, height: 5, head: HASH },
  options: {},
})
const [a, b] = [keyOf(0, 'a'), keyOf(1, 'b')]

const mined = (sequence: number, endpoint: string): Entry => ({
  sequence,
  endpoint,
  change: { move: 'setBalance', args: [2n ** 70n, { bigint: 'x' }] },
  start: HASH,
  end: { number: 6, hash: HASH },
})
const created = (sequence: number, endpoint: string, behind: string): Entry => ({
  sequence,
  endpoint,
  create: { lag: { behind, blocks: 1 } },
})

/** A store with two workers that are alive, `zero` and `one`. */
async function open(path?: string): Promise<SupervisorStore> {
  const store = new SupervisorStore(path, [{ key: a }], ['/0.sock', '/1.sock'])
  await store.begin({ ...header, id: 'the id' })
  for (const [id, address] of [
    ['zero', '/0.sock'],
    ['one', '/1.sock'],
  ] as const) {
    expect((await store.renew({ id, address })).wasGone).toBe(true)
  }
  return store
}

describe('the store of a supervisor', () => {
  let store: SupervisorStore
  beforeEach(async () => {
    store = await open()
  })

  it('gives each endpoint to the worker that the hash of its key says', async () => {
    expect(await store.claim('zero', a, true)).toMatchObject({ kind: 'own', root: a })
    const other = { kind: 'other', root: a, address: '/0.sock' }
    expect(await store.claim('one', a, true)).toEqual(other)
    expect(await store.claim('none', a, true)).toEqual({ kind: 'gone' })
    expect([store.ownerOf(a), store.ownerOf(b)]).toEqual([0, 1])
  })

  it('knows no endpoint that nobody has begun', async () => {
    for (const worker of ['zero', 'one']) {
      expect(await store.claim(worker, b, false)).toEqual({ kind: 'none' })
    }
    await store.claim('one', b, true)
    expect(await store.claim('zero', b, false)).toMatchObject({ kind: 'other' })
    store.ended(1)
    expect(await store.claim('zero', b, false)).toEqual({ kind: 'none' })
  })

  it('takes entries from the owner only, and each once', async () => {
    expect(await store.append('one', a, 0, [mined(1, a)])).toBeUndefined()
    const size = await store.append('zero', a, 0, [mined(1, a)])
    expect(await store.append('zero', a, 0, [mined(1, a)])).toEqual(size)
    expect(await store.append('zero', a, 2, [mined(3, a)])).toBeUndefined()
    expect(await store.read(a)).toEqual([mined(1, a)])
    const both = await store.append('one', b, 0, [mined(1, b)])
    expect(both?.all).toBe(2 * (size?.own ?? 0))
    expect(await store.owned('zero', [a, b])).toEqual(new Map([[a, 1]]))
  })

  it('lets the successor of a worker go on, and that one no more', async () => {
    await store.append('zero', a, 0, [mined(1, a)])
    store.ended(0)
    expect(await store.append('zero', a, 1, [mined(2, a)])).toBeUndefined()
    await store.renew({ id: 'next', address: '/0.sock' })
    expect(await store.claim('next', a, false)).toMatchObject({ kind: 'own' })
    expect(await store.append('zero', a, 1, [mined(2, a)])).toBeUndefined()
    expect(await store.rewrite('zero', a, 1, [])).toBeUndefined()
    expect(await store.append('next', a, 1, [mined(2, a)])).toBeDefined()
  })

  it('forgets what is rewritten', async () => {
    await store.append('zero', a, 0, [mined(1, a), mined(2, a)])
    expect(await store.rewrite('zero', a, 1, [])).toBeUndefined()
    expect(await store.rewrite('zero', a, 2, [])).toEqual({ own: 0, all: 0 })
    expect(await store.read(a)).toEqual([])
  })

  it('owns an endpoint where that is which it follows, unless it is used', async () => {
    expect(await store.follow(b, a)).toBe(a)
    expect(store.ownerOf(b)).toBe(0)
    const used = keyOf(1, 'used')
    await store.claim('one', used, true)
    expect(await store.follow(used, a)).toBe(used)
  })

  it('adds a block when one is due, and makes up for none', async () => {
    expect(await store.grow(5, 3_600_000)).toMatchObject({ height: 5 })
    const other = await open()
    for (const height of [6, 7]) expect(await other.grow(5, 0)).toEqual({ height, wait: 0 })
    expect((await other.renew({ id: 'zero', address: '/0.sock' })).height).toBe(7)
  })

  it('brings entries through a channel as they are', async () => {
    const remote = remoteStore('x', async (question) =>
      structuredClone(await askStore(store, structuredClone(question))),
    )
    await remote.append('zero', a, 0, [mined(1, a)])
    expect(await remote.read(a)).toEqual([mined(1, a)])
    expect(await remote.owned('zero', [a])).toEqual(new Map([[a, 1]]))
    expect(await remote.rewrite('zero', a, 1, [])).toEqual({ own: 0, all: 0 })
  })
})

describe('the store of a supervisor with a journal', () => {
  it('has the entries of each family after a restart, and the height of the chain', async () => {
    const path = join(folder, 'restart')
    const first = await open(path)
    await first.follow(b, a)
    await first.append('zero', a, 0, [mined(1, a)])
    const other = keyOf(1, 'other')
    await first.append('one', other, 0, [mined(1, other)])
    await first.append('zero', a, 1, [created(2, b, a), mined(3, b)])
    for (let count = 0; count < 2; count++) await first.grow(5, 0)
    first.close()
    const second = await open(path)
    expect(await second.read(a)).toEqual([mined(1, a), created(2, b, a), mined(3, b)])
    expect(await second.read(other)).toEqual([mined(1, other)])
    expect([second.keysOf(0), second.keysOf(1)]).toEqual([[a], [other]])
    const { height, header: found } = await second.renew({ id: 'zero', address: '/0.sock' })
    expect([height, found?.id]).toEqual([7, 'the id'])
    expect(readFileSync(path, 'utf8')).not.toContain('the id')
    second.close()
  })

  it('confirms no entry that the file does not have, and takes it later', async () => {
    const path = join(folder, 'refuses')
    const store = await open(path)
    await store.append('zero', a, 0, [mined(1, a)])
    const whole = readFileSync(path)
    appendFileSync(path, 'another program')
    const appended = store.append('zero', a, 1, [mined(2, a)])
    await expect(appended).rejects.toMatchObject({ code: 'JOURNAL_NOT_WRITTEN' })
    await expect(store.grow(5, 0)).rejects.toMatchObject({
      code: 'JOURNAL_NOT_WRITTEN',
    })
    expect([await store.read(a), (await store.owned('zero', [a])).get(a)]).toEqual([
      [mined(1, a)],
      1,
    ])
    expect(readFileSync(path).subarray(0, whole.length)).toEqual(whole)
    store.close()
  })

  it('compacts the file when it is twice as long', async () => {
    const path = join(folder, 'compacted')
    const store = await open(path)
    let last = 0
    for (let count = 0; count < 500; count++) {
      const key = keyOf(0, `closed-${count}`)
      const closed: Entry = { sequence: 3, endpoint: key, close: true }
      const entries = [created(1, key, 'none'), mined(2, key), closed]
      last = (await store.append('zero', key, 0, entries))?.all ?? 0
    }
    expect(last).toBeGreaterThan(2 * 64 * 1024)
    expect(readFileSync(path).length).toBeLessThan(last)
    store.close()
  })
})
