import fs, {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Entry } from '../../../src/log/entry.ts'
import { JournalFile } from '../../../src/log/file/journalFile.ts'
import { createHeader } from '../../../src/log/journalHeader.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ommer-journal-'))
  path = join(folder, 'j')
})
afterEach(() => rmSync(folder, { recursive: true }))

const header = createHeader({
  ommer: '0',
  chain: { first: '0x1', height: 0, head: '0x1' },
  options: {},
})

function entry(sequence: number): Entry {
  return { sequence, endpoint: 'dev', close: true }
}

it.each([
  ['removes', () => rmSync(path)],
  ['empties', () => truncateSync(path)],
  ['adds to', () => writeFileSync(path, 'x', { flag: 'a' })],
  [
    'replaces',
    () => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
])('adds no entry after another program %s the file', (_, change) => {
  const file = JournalFile.create(path, header)
  file.append(entry(1))
  change()
  expect(() => file.append(entry(2))).toThrow(
    `${path}: another program has removed, replaced or changed the file: moves fail until the server is started again`,
  )
  file.close()
})

it('adds entries after it was written anew', () => {
  const file = JournalFile.create(path, header)
  file.append(entry(1))
  file.rewrite(header, [])
  file.append(entry(2))
  expect(file.read()).toEqual([entry(2)])
  expect(readdirSync(folder)).toEqual(['j'])
  file.close()
})

it('leaves nothing behind when it cannot be written anew', () => {
  mkdirSync(path)
  const files = () => readdirSync('/dev/fd').length
  const before = files()
  expect(() => JournalFile.create(path, header)).toThrow(`${path}: E`)
  expect([files(), readdirSync(folder)]).toEqual([before, ['j']])
})

it('stays as it was where it cannot be written anew', () => {
  const file = JournalFile.create(path, header)
  file.append(entry(1))
  mkdirSync(`${path}.new`)
  expect(() => file.rewrite(header, [])).toThrow(`${path}: EISDIR`)
  rmSync(`${path}.new`, { recursive: true })
  file.append(entry(2))
  expect(file.read()).toEqual([entry(1), entry(2)])
  file.close()
})

it('stays as it was where it cannot be replaced', () => {
  const file = JournalFile.create(path, header)
  file.append(entry(1))
  const { renameSync: rename } = fs
  fs.renameSync = () => {
    throw new Error('EPERM: operation not permitted')
  }
  syncBuiltinESMExports()
  try {
    expect(() => file.rewrite(header, [])).toThrow(`${path}: EPERM`)
  } finally {
    fs.renameSync = rename
    syncBuiltinESMExports()
  }
  file.append(entry(2))
  expect(file.read()).toEqual([entry(1), entry(2)])
  expect(readdirSync(folder)).toEqual(['j'])
  file.close()
})
