import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileLock } from '../../../src/log/file/fileLock.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-lock-'))
  path = join(folder, 'j')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process id that no process has. */
const ENDED = 2 ** 30

function leave(owner: object, secondsAgo = 0): void {
  writeFileSync(`${path}.lock`, JSON.stringify({ id: 'x', ...owner }))
  const time = Date.now() / 1000 - secondsAgo
  utimesSync(`${path}.lock`, time, time)
}

it('is held once, until it is released', () => {
  const lock = new FileLock(path)
  expect(() => new FileLock(path)).toThrow(
    `${path}: process ${process.pid} on ${hostname()} uses the journal: stop it, or choose another path; if that process is not ommer, delete ${path}.lock`,
  )
  lock.release()
  expect(existsSync(`${path}.lock`)).toBe(false)
  new FileLock(path).release()
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
  new FileLock(path).release()
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['of this host', { pid: process.ppid, host: hostname() }],
  ['of another host', { pid: 1, host: 'elsewhere' }],
])('is not taken from a process %s that runs', (_, owner) => {
  leave(owner)
  expect(() => new FileLock(path)).toThrow(`process ${owner.pid} on ${owner.host} uses the journal`)
  expect(readdirSync(folder)).toEqual(['j.lock'])
})

it('is lost at once when the process wakes up after another one has taken it', () => {
  const lock = new FileLock(path)
  expect(lock.isLost).toBe(false)
  leave({ pid: 1, host: 'elsewhere' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
  expect(lock.isLost).toBe(true)
  vi.restoreAllMocks()
  lock.release()
  expect(readdirSync(folder)).toEqual(['j.lock'])
})

it('names the other path by which a process uses the file', () => {
  const lock = new FileLock(path, join(folder, 'lock'))
  expect(() => new FileLock(join(folder, 'k'), join(folder, 'lock'))).toThrow(
    `${folder}/k: process ${process.pid} on ${hostname()} uses the journal as ${path}: stop it, or choose another path; if that process is not ommer, delete ${folder}/lock`,
  )
  lock.release()
})
