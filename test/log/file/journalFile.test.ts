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
  return { sequence, endpoint: 'dev', create: {} }
}

/** After it, none of the entries before changes anything. */
function closing(sequence: number): Entry {
  return { sequence, endpoint: 'dev', close: true }
}

async function begun(...entries: readonly Entry[]): Promise<JournalFile> {
  const { file } = await JournalFile.open(path, header)
  for (const each of entries) file.append(each)
  return file
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
])('adds no entry after another program %s the file', async (_, change) => {
  const file = await begun(entry(1))
  change()
  expect(() => file.append(entry(2))).toThrow(
    `${path}: another program has removed, replaced or changed the file: moves fail until the server is started again`,
  )
  file.close()
})

it('adds entries after it was compacted', async () => {
  const file = await begun(entry(1), closing(2))
  file.compact()
  expect(file.read()).toEqual([])
  file.add({ endpoint: 'dev', create: {} })
  expect(file.read()).toEqual([entry(3)])
  file.close()
  expect(readdirSync(folder)).toEqual(['j'])
})

it('leaves nothing behind when it cannot be begun', async () => {
  mkdirSync(`${path}.new`)
  const files = () => readdirSync('/dev/fd').length
  const before = files()
  await expect(JournalFile.open(path, header)).rejects.toThrow(`${path}: EISDIR`)
  expect([files(), readdirSync(folder)]).toEqual([before, ['j.new']])
})

it('stays as it was where it cannot be written anew', async () => {
  const file = await begun(entry(1), closing(2))
  mkdirSync(`${path}.new`)
  expect(() => file.compact()).toThrow(`${path}: EISDIR`)
  rmSync(`${path}.new`, { recursive: true })
  file.append(entry(3))
  expect(file.read()).toEqual([entry(1), closing(2), entry(3)])
  file.close()
})

it('stays as it was where it cannot be replaced', async () => {
  const file = await begun(entry(1), closing(2))
  const { renameSync: rename } = fs
  fs.renameSync = () => {
    throw new Error('EPERM: operation not permitted')
  }
  syncBuiltinESMExports()
  try {
    expect(() => file.compact()).toThrow(`${path}: EPERM`)
  } finally {
    fs.renameSync = rename
    syncBuiltinESMExports()
  }
  file.append(entry(3))
  expect(file.read()).toEqual([entry(1), closing(2), entry(3)])
  file.close()
  expect(readdirSync(folder)).toEqual(['j'])
})
