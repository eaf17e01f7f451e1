import { expect, it } from 'vitest'
import { Lease } from '../../src/group/lease.ts'
import { JournalError } from '../../src/log/journalError.ts'
import { SharedMemory, SharedStore } from '../support/group/sharedStore.ts'
import { until } from '../support/until.ts'

const SOON_MS = 60_000

function open() {
  const shared = new SharedMemory()
  const happened: string[] = []
  const replica = { id: 'one', address: 'one:1' }
  const problems: JournalError[] = []
  const lease = new Lease(new SharedStore(shared), replica, {
    check() {
      const [problem] = problems
      if (problem !== undefined) throw problem
    },
    onGone: async () => void happened.push('gone'),
    onRenewed: ({ height }) => void happened.push(`renewed ${height}`),
  })
  return { shared, lease, happened, problems }
}

it('is valid once others know that the replica is alive', async () => {
  const { shared, lease, happened } = open()
  expect(lease.isValid).toBe(false)
  expect(await lease.whenValid(performance.now() + SOON_MS)).toBe(true)
  expect(shared.alive.get('one')).toBe('one:1')
  await until(() => happened.length > 1)
  expect(happened.slice(0, 2)).toEqual(['gone', 'renewed undefined'])
  lease.close()
})

it('is not valid while nobody can be told', async () => {
  const { shared, lease, happened } = open()
  shared.isAway = true
  expect(await lease.whenValid(performance.now())).toBe(false)
  shared.isAway = false
  expect(await lease.whenValid(performance.now() + SOON_MS)).toBe(true)
  expect(happened[0]).toBe('gone')
  lease.close()
})

it('looks what it still owns after it was gone', async () => {
  const { shared, lease, happened } = open()
  await lease.whenValid(performance.now() + SOON_MS)
  const before = happened.filter((each) => each === 'gone').length
  shared.alive.delete('one')
  lease.expire()
  expect(lease.isValid).toBe(false)
  expect(await lease.whenValid(performance.now() + SOON_MS)).toBe(true)
  expect(happened.filter((each) => each === 'gone').length).toBe(before + 1)
  lease.close()
})

it('waits no longer than until the store refuses, and says why', async () => {
  const { shared, lease } = open()
  await lease.whenValid(performance.now() + SOON_MS)
  shared.refusal = 'WRONGTYPE'
  lease.expire()
  expect(await lease.whenValid(performance.now() + SOON_MS)).toBe(false)
  expect(lease.problem).toMatchObject({ code: 'JOURNAL_REFUSED', message: 'memory: WRONGTYPE' })
  shared.refusal = undefined
  await until(() => lease.isValid)
  expect(lease.problem).toBeUndefined()
  lease.close()
})

it('is not valid while the journal is another one', async () => {
  const { lease, problems } = open()
  await lease.whenValid(performance.now() + SOON_MS)
  problems.push(new JournalError('JOURNAL_DISAPPEARED', 'another one'))
  await until(() => !lease.isValid)
  expect(await lease.whenValid(performance.now() + SOON_MS)).toBe(false)
  expect(lease.problem).toBe(problems.pop())
  await until(() => lease.isValid)
  lease.close()
})
