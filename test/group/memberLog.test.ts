import { expect, it } from 'vitest'
import { Families } from '../../src/group/families.ts'
import { Family } from '../../src/group/family.ts'
import { memberLog } from '../../src/group/memberLog.ts'
import { JournalError } from '../../src/log/journalError.ts'
import { SharedMemory, SharedStore } from '../support/group/sharedStore.ts'

function ownLog(whenAlive: () => Promise<void> | undefined) {
  const families = new Families([])
  const store = new SharedStore(new SharedMemory())
  const family = new Family('a', 'one', store, { onLost() {}, onEmpty() {} })
  families.add(family)
  family.begin([])
  return { family, log: memberLog(families, 1000, whenAlive) }
}

it('keeps what is answered back while another member may own the endpoint', async () => {
  let isAlive = true
  const ends: (() => void)[] = []
  const { family, log } = ownLog(() =>
    isAlive ? undefined : new Promise((resolve) => ends.push(resolve)),
  )
  expect(log.kept('a')).toBeUndefined()
  expect(log.kept('other')).toBeUndefined()
  isAlive = false
  expect(log.kept('other')).toBeUndefined()
  const [own, lost] = [log.kept('a'), log.kept('a')]
  ends[0]?.()
  await expect(own).resolves.toBeUndefined()
  family.lose()
  ends[1]?.()
  await expect(lost).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
})

it('refuses what is answered where the store does not say so in time', async () => {
  const error = new JournalError('JOURNAL_NOT_REACHED', 'try again later')
  const { log } = ownLog(() => Promise.reject(error))
  await expect(log.kept('a')).rejects.toBe(error)
})
