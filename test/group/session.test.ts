import { expect, it } from 'vitest'
import { Session } from '../../src/group/session.ts'
import { JournalError } from '../../src/log/journalError.ts'
import { MemoryStore, SharedMemory } from '../support/group/memoryStore.ts'
import { until } from '../support/until.ts'

const SOON_MS = 60_000

function open() {
  const shared = new SharedMemory()
  const happened: string[] = []
  const replica = { id: 'one', address: 'one:1' }
  const problems: JournalError[] = []
  const session = new Session(new MemoryStore(shared), replica, {
    check() {
      const [problem] = problems
      if (problem !== undefined) throw problem
    },
    onGone: async () => void happened.push('gone'),
    onRenewed: ({ height }) => void happened.push(`renewed ${height}`),
  })
  return { shared, session, happened, problems }
}

it('is valid once others know that the replica is alive', async () => {
  const { shared, session, happened } = open()
  expect(session.isValid).toBe(false)
  expect(await session.whenValid(performance.now() + SOON_MS)).toBe(true)
  expect(shared.alive.get('one')).toBe('one:1')
  await until(() => happened.length > 1)
  expect(happened.slice(0, 2)).toEqual(['gone', 'renewed undefined'])
  session.close()
})

it('is not valid while nobody can be told', async () => {
  const { shared, session, happened } = open()
  shared.isAway = true
  expect(await session.whenValid(performance.now())).toBe(false)
  shared.isAway = false
  expect(await session.whenValid(performance.now() + SOON_MS)).toBe(true)
  expect(happened[0]).toBe('gone')
  session.close()
})

it('looks what it still owns after it was gone', async () => {
  const { shared, session, happened } = open()
  await session.whenValid(performance.now() + SOON_MS)
  const before = happened.filter((each) => each === 'gone').length
  shared.alive.delete('one')
  session.expire()
  expect(session.isValid).toBe(false)
  expect(await session.whenValid(performance.now() + SOON_MS)).toBe(true)
  expect(happened.filter((each) => each === 'gone').length).toBe(before + 1)
  session.close()
})

it('waits no longer than until the store refuses, and says why', async () => {
  const { shared, session } = open()
  await session.whenValid(performance.now() + SOON_MS)
  shared.refusal = 'WRONGTYPE'
  session.expire()
  expect(await session.whenValid(performance.now() + SOON_MS)).toBe(false)
  expect(session.problem).toMatchObject({ code: 'JOURNAL_REFUSED', message: 'memory: WRONGTYPE' })
  shared.refusal = undefined
  await until(() => session.isValid)
  expect(session.problem).toBeUndefined()
  session.close()
})

it('is not valid while the journal is another one', async () => {
  const { session, problems } = open()
  await session.whenValid(performance.now() + SOON_MS)
  problems.push(new JournalError('JOURNAL_DISAPPEARED', 'another one'))
  await until(() => !session.isValid)
  expect(await session.whenValid(performance.now() + SOON_MS)).toBe(false)
  expect(session.problem).toBe(problems.pop())
  await until(() => session.isValid)
  session.close()
})
