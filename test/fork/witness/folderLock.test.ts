import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
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

it('takes over at once from a process that was killed', () => {
  const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out')
  const folder = temporaryFolder()
  const killed = { pid: 2 ** 30, host: hostname(), id: 'x', path: folder, space: '' }
  writeFileSync(join(folder, '.lock'), JSON.stringify(killed))
  expect(withFolderLock(folder, () => 'done')).toBe('done')
  expect(wait).not.toHaveBeenCalled()
  expect(existsSync(join(folder, '.lock'))).toBe(false)
})

it('waits for another thread of this process', () => {
  const folder = temporaryFolder()
  const lock = join(folder, '.lock')
  const owner = { pid: process.pid, host: hostname(), id: 'x', path: folder, space: '' }
  writeFileSync(lock, JSON.stringify(owner))
  const wait = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    rmSync(lock)
    return 'timed-out'
  })
  expect(withFolderLock(folder, () => 'done')).toBe('done')
  expect(wait).toHaveBeenCalledTimes(1)
})
