import { expect, it } from 'vitest'
import { Family, type FamilyEvents } from '../../src/group/family.ts'
import type { Entry, Unnumbered } from '../../src/log/entry.ts'
import type { JournalShare } from '../../src/log/journalFull.ts'
import { SharedMemory, SharedStore } from '../support/group/sharedStore.ts'
import { until } from '../support/until.ts'

const LIMIT = 100_000

const created: Unnumbered = { endpoint: 'a', create: {} }
const end = { number: 1, hash: '0x01' } as const
const faults = (kind: string): Unnumbered => ({
  endpoint: 'a',
  change: { move: 'setFaults', args: [[{ fault: { kind } }]] },
  start: '0x01',
  end,
})

async function own(entries: readonly Unnumbered[] = []) {
  const shared = new SharedMemory()
  const store = new SharedStore(shared)
  const happened: string[] = []
  const events: FamilyEvents = {
    onLost: ({ root }) => void happened.push(`lost ${root}`),
    onEmpty: ({ root }) => void happened.push(`empty ${root}`),
  }
  await store.renew({ id: 'one', address: 'one:1' })
  await store.claim('one', 'a', true)
  const family = new Family('a', 'one', store, events)
  family.begin([])
  for (const entry of entries) family.add(entry)
  await family.whenKept()
  const sequences = () => (shared.entries.get('a') ?? []).map(({ sequence }) => sequence)
  return { shared, store, family, happened, sequences }
}

it('keeps entries in order, and says when it has', async () => {
  const { family, sequences } = await own()
  expect(family.whenKept()).toBeUndefined()
  for (let count = 0; count < 250; count++) family.add(faults('reset'))
  await family.whenKept()
  expect(sequences()).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
  expect(family.kept).toBe(250)
  expect(family.whenKept()).toBeUndefined()
})

it('waits while the store is away, and then loses nothing', async () => {
  const { family, shared, sequences } = await own([created])
  shared.isAway = true
  family.add(faults('reset'))
  const kept = family.whenKept()
  family.add(faults('delay'))
  shared.isAway = false
  await kept
  await family.whenKept()
  expect(sequences()).toEqual([1, 2, 3])
})

it('is lost once another member has taken it over', async () => {
  const { family, store, shared, happened, sequences } = await own([created])
  await store.release('one')
  await store.renew({ id: 'two', address: 'two:1' })
  await store.claim('two', 'a', false)
  family.add(faults('reset'))
  await expect(family.whenKept()).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
  expect(happened).toEqual(['lost a'])
  expect(() => family.requireWritable(LIMIT)).toThrow(
    "memory: another process has taken over endpoint 'a': send the request again",
  )
  await expect(family.whenKept()).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
  expect(sequences()).toEqual([1])
  expect(shared.owners.get('a')).toBe('two')
})

it('is lost if the store has lost what it had', async () => {
  const { family, shared, happened } = await own([created])
  shared.entries.clear()
  family.add(faults('reset'))
  await expect(family.whenKept()).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
  expect(happened).toEqual(['lost a'])
})

it('drops entries that changed nothing in the end', async () => {
  const { family, sequences } = await own([created, faults('a'), faults('b'), faults('c')])
  family.compact()
  await until(() => sequences().length === 2)
  expect(sequences()).toEqual([1, 4])
  family.add(faults('d'))
  await family.whenKept()
  expect(sequences()).toEqual([1, 4, 5])
})

it('begins anew where nothing is left, with what was added meanwhile', async () => {
  const { family, shared, happened } = await own([created])
  family.add({ endpoint: 'a', close: true })
  await family.whenKept()
  family.compact()
  await until(() => happened.length > 0)
  expect([happened, shared.entries.size]).toEqual([['empty a'], 0])

  const other = await own([created, { endpoint: 'a', close: true }])
  other.family.compact()
  other.family.add(created)
  const kept = other.family.whenKept()
  other.family.add(faults('reset'))
  await kept
  await other.family.whenKept()
  expect(other.happened).toEqual([])
  expect(other.sequences()).toEqual([1, 2])
})

it('refuses changes that have no room, until others were dropped', async () => {
  const { family, shared } = await own([created, faults('a'), faults('b'), faults('c')])
  const bytes = shared.bytesOf('a')
  expect(() => family.requireWritable(2 * bytes)).not.toThrow()
  expect(() => family.requireWritable(2 * bytes - 1)).toThrow(
    `memory: it has ${bytes} bytes, and ${bytes} of them are of endpoint 'a'; its limit (journalBytes) is ${2 * bytes - 1}: close endpoints, or raise the limit`,
  )
  await until(() => shared.bytesOf('a') < bytes)
  family.requireWritable(2 * bytes - 1)
})

it('has room again when others have become shorter', async () => {
  const { family, shared, store } = await own([created, faults('a')])
  await store.claim('one', 'b', true)
  await store.append('one', 'b', 0, [{ sequence: 1, ...created, endpoint: 'b' } as Entry])
  family.add({ endpoint: 'a', change: { move: 'mine', args: [1] }, start: '0x01', end })
  await family.whenKept()
  const { own: bytes } = shared.sizeOf('a') as JournalShare
  expect(() => family.requireWritable(2 * bytes)).toThrow(/^memory: it has \d+ bytes/)
  await store.rewrite('one', 'b', 1, [])
  await until(() => {
    try {
      family.requireWritable(2 * bytes)
      return true
    } catch {
      return false
    }
  })
})

it('fails at once while the store refuses entries, and then loses nothing', async () => {
  const { family, shared, sequences } = await own([created])
  shared.refusal = 'OOM command not allowed'
  family.add(faults('reset'))
  const error = {
    code: 'JOURNAL_NOT_WRITTEN',
    message:
      "memory: OOM command not allowed: endpoint 'a' waits until its last change can be written",
  }
  await expect(family.whenKept()).rejects.toMatchObject(error)
  await expect(family.whenKept()).rejects.toMatchObject(error)
  expect(() => family.requireWritable(LIMIT)).toThrow(error.message)
  shared.refusal = undefined
  await until(() => family.whenKept()?.catch(() => {}) === undefined)
  expect(sequences()).toEqual([1, 2])
  family.requireWritable(LIMIT)
})

it('adds entries after it has dropped its last ones', async () => {
  const follower: Unnumbered = { endpoint: 'b', create: { lag: { behind: 'a', blocks: 1 } } }
  const { family, happened, sequences } = await own([created, follower])
  family.add({ endpoint: 'b', close: true })
  family.compact()
  await until(() => sequences().length === 1)
  family.add(follower)
  await family.whenKept()
  expect(sequences()).toEqual([1, 2])
  expect([family.kept, happened]).toEqual([2, []])
})
