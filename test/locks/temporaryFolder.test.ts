import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { processSpace } from '../../src/locks/processSpace.ts'
import { removeAbandoned, TemporaryFolder } from '../../src/locks/temporaryFolder.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

/** A process id that no process has. */
const ENDED = 2 ** 30

const parent = temporaryFolder()
let folder: string
let count = 0
beforeEach(() => {
  folder = join(parent, String(count++))
  mkdirSync(folder)
  vi.stubEnv('TMPDIR', folder).stubEnv('TEMP', folder)
})
afterAll(killRemaining)
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Leaves what a process leaves that was killed. @returns the path of its folder */
function leave(owner: object, secondsAgo = 0, name = 'ommer-workers-01234567-89ab'): string {
  const path = join(folder, name)
  mkdirSync(join(path, 'chains'), { recursive: true })
  writeFileSync(join(path, 'chains', 'file'), 'x')
  writeFileSync(`${path}.owner`, JSON.stringify({ id: 'x', host: hostname(), path, ...owner }))
  const time = Date.now() / 1000 - secondsAgo
  utimesSync(`${path}.owner`, time, time)
  return path
}

it('exists until it is removed, and its owner is named beside it', () => {
  const own = new TemporaryFolder('test')
  expect(basename(own.path)).toMatch(/^ommer-test-/)
  writeFileSync(join(own.path, 'file'), 'x')
  const { pid } = JSON.parse(readFileSync(`${own.path}.owner`, 'utf8'))
  expect(pid).toBe(process.pid)
  own.remove()
  expect(readdirSync(folder)).toEqual([])
})

it('is not removed while its process runs', () => {
  const own = new TemporaryFolder('test')
  const other = leave({ pid: process.ppid, space: processSpace() })
  const second = new TemporaryFolder('test')
  removeAbandoned()
  expect([own.path, other, second.path].map((path) => existsSync(path))).toEqual([true, true, true])
  own.remove()
  second.remove()
})

it('is removed by the next process after its own was killed', () => {
  const left = leave({ pid: ENDED, space: processSpace() })
  // Without a folder: the lock of a file.
  writeFileSync(
    join(folder, 'ommer-file-0123.owner'),
    JSON.stringify({ pid: ENDED, host: hostname(), space: processSpace() }),
  )
  new TemporaryFolder('test').remove()
  expect(existsSync(left)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

it('is removed by the next server after one was killed with its workers', async () => {
  const args = ['--workers', '2', '--blocks', '1', '--port', '0', '--json']
  const start = () => startCli(args, /"ready"/, { TMPDIR: folder, TEMP: folder })
  const killed = await start()
  const left = readdirSync(folder)
  expect(left).toEqual([
    expect.stringMatching(/^ommer-workers-[0-9a-f-]+$/),
    expect.stringMatching(/^ommer-workers-[0-9a-f-]+\.owner$/),
  ])
  await killed.stop('SIGKILL')
  expect(readdirSync(folder)).toEqual(left)
  const next = await start()
  for (const name of left) expect(existsSync(join(folder, name))).toBe(false)
  await next.stop('SIGTERM')
  expect(readdirSync(folder)).toEqual([])
})

it.each([
  ['another machine or container', { pid: ENDED, space: 'elsewhere' }],
  ['another container with the process id of this one', { pid: process.pid, space: 'elsewhere' }],
  ['a process of an older version', { pid: ENDED }],
])('of %s is removed once it has given no sign for an hour', (_, owner) => {
  const left = leave(owner, 3000)
  removeAbandoned()
  expect(existsSync(join(left, 'chains', 'file'))).toBe(true)
  leave(owner, 4000)
  removeAbandoned()
  expect(readdirSync(folder)).toEqual([])
})

it('is told from other files and folders of the same beginning', () => {
  const ended = { pid: ENDED, space: processSpace() }
  leave(ended, 9999, 'ommer-results')
  leave(ended, 9999, 'ommer-workers-0123-mine')
  mkdirSync(join(folder, 'ommer-workers-01234567-89ab'))
  writeFileSync(join(folder, 'ommer-workers-01234567-89ab.lock'), JSON.stringify(ended))
  writeFileSync(join(folder, 'elsewhere'), JSON.stringify(ended))
  symlinkSync('elsewhere', join(folder, 'ommer-workers-01234567-89ab.owner'))
  const before = readdirSync(folder)
  removeAbandoned()
  expect(readdirSync(folder)).toEqual(before)
})
