import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileLock } from '../../src/locks/fileLock.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-lock-'))
  path = join(folder, 'j.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process id that no process has. */
const ENDED = 2 ** 30

function leave(owner: object, secondsAgo = 0): void {
  writeFileSync(path, JSON.stringify({ id: 'x', ...owner }))
  const time = Date.now() / 1000 - secondsAgo
  utimesSync(path, time, time)
}

it('is held once, until it is released', () => {
  const lock = FileLock.take(path)
  expect(FileLock.take(path)).toBeUndefined()
  lock?.release()
  expect(existsSync(path)).toBe(false)
  FileLock.take(path)?.release()
})

it.each([
  ['a process of this host has ended', { pid: ENDED, host: hostname() }, 0],
  [
    'a process of an earlier container had the id of this one',
    { pid: process.pid, host: hostname() },
    0,
  ],
  ['a process of another host gives no sign', { pid: 1, host: 'elsewhere' }, 60],
])('is taken over where %s', (_, owner, secondsAgo) => {
  leave(owner, secondsAgo)
  FileLock.take(path)?.release()
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['of this host', { pid: process.ppid, host: hostname() }],
  ['of another host', { pid: 1, host: 'elsewhere' }],
])('is not taken from a process %s that runs', (_, owner) => {
  leave(owner)
  expect(FileLock.take(path)).toBeUndefined()
  expect(readdirSync(folder)).toEqual(['j.lock'])
})

it('is lost at once when the process wakes up after another one has taken it', () => {
  const lock = FileLock.take(path) as FileLock
  expect(lock.isLost).toBe(false)
  leave({ pid: 1, host: 'elsewhere' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
  expect(lock.isLost).toBe(true)
  vi.restoreAllMocks()
  lock.release()
  expect(readdirSync(folder)).toEqual(['j.lock'])
})
