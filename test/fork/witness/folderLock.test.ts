import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { withFolderLock } from '../../../src/fork/witness/folderLock.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([-1, 1])('ends a lock that a killed process has left, whatever the clock says', (sign) => {
  vi.useFakeTimers({ now: Date.now() + sign * 40 * 86_400_000 })
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
  const folder = temporaryFolder()
  writeFileSync(join(folder, '.lock'), '')
  expect(withFolderLock(folder, () => existsSync(join(folder, '.lock')))).toBe(true)
  expect(wait).toHaveBeenCalledTimes(1000)
  expect(existsSync(join(folder, '.lock'))).toBe(false)
})

it('leaves the lock of a process that took it for left', () => {
  const folder = temporaryFolder()
  const lock = join(folder, '.lock')
  withFolderLock(folder, () => {
    writeFileSync(join(folder, 'other'), '')
    renameSync(join(folder, 'other'), lock)
  })
  expect(existsSync(lock)).toBe(true)
})
