import { closeSync, linkSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lockInode } from '../../../src/log/file/lockInode.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
const path = join(folder, 'journal')
const other = join(folder, 'other')

let file: number
beforeEach(() => {
  file = openSync(path, 'w')
})
afterEach(() => {
  closeSync(file)
  vi.unstubAllEnvs()
})

it('keeps others from a file under all its names, until it is released', () => {
  linkSync(path, other)
  const second = openSync(other, 'r+')
  const lock = lockInode(path, file)
  expect(() => lockInode(other, second)).toThrow(`uses the journal as ${path}`)
  lock?.release()
  lockInode(other, second)?.release()
  closeSync(second)
})

it('keeps nobody from another file that has the name now', () => {
  const lock = lockInode(path, file)
  writeFileSync(`${path}.new`, '')
  renameSync(`${path}.new`, path)
  const second = openSync(path, 'r+')
  lockInode(path, second)?.release()
  lock?.release()
  closeSync(second)
})

it('locks nothing where the temporary folder cannot be written', () => {
  const before = readdirSync(folder)
  vi.stubEnv('TMPDIR', join(folder, 'none')).stubEnv('TEMP', join(folder, 'none'))
  expect(lockInode(path, file)).toBeUndefined()
  expect(readdirSync(folder)).toEqual(before)
})
