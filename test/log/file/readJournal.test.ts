import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Entry } from '../../../src/log/entry.ts'
import { JournalFile } from '../../../src/log/file/journalFile.ts'
import type { JournalSize } from '../../../src/log/file/journalSize.ts'
import { readJournal, readJournalFile } from '../../../src/log/file/readJournal.ts'
import { createHeader } from '../../../src/log/journalHeader.ts'
import { crc32 } from '../../../src/primitives/crc32.ts'
import type { Hex } from '../../../src/primitives/hex.ts'

const folder = mkdtempSync(join(tmpdir(), 'ommer-read-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
const header = createHeader({
  ommer: '1.2.3',
  chain: { spec: { seed: 'é' }, first: hash('0'), height: 3, head: hash('3') },
  options: { dev: true },
})
const head = { number: 4, hash: hash('4') }
const entries: readonly Entry[] = [
  {
    sequence: 1,
    endpoint: 'dev',
    change: { move: 'mine', args: [2] },
    start: hash('3'),
    end: head,
  },
  {
    sequence: 2,
    endpoint: 'dev',
    start: hash('3'),
    end: head,
    clock: [[1_700_000_000, 2]],
    change: { move: 'setBalance', args: ['0x1', 2n ** 200n, undefined] },
  },
  { sequence: 5, chain: head },
  { sequence: 6, endpoint: 'ü', create: { dialect: 'geth', faults: [{ result: null }] } },
  {
    sequence: 7,
    endpoint: 'dev',
    change: { move: 'sendTransaction', args: [{ raw: '0x02', mine: false }] },
    start: hash('1'),
    end: head,
  },
  { sequence: 8, endpoint: 'ü', close: true },
]

let count = 0
async function written(): Promise<string> {
  const path = join(folder, `journal-${++count}`)
  await write(path, entries)
  return path
}

/** @returns how long it is */
async function write(path: string, added: readonly Entry[], begun = header): Promise<JournalSize> {
  const { file } = await JournalFile.open(path, begun)
  for (const entry of added) file.append(entry)
  file.close()
  return file.size
}

/** As JSON has them: null where an argument was omitted. */
const asRead = entries.map((entry) =>
  entry.sequence === 2
    ? { ...entry, change: { move: 'setBalance', args: ['0x1', 2n ** 200n, null] } }
    : entry,
)

describe('readJournal', () => {
  it('reads what was written', async () => {
    const path = await written()
    const { size, ...found } = await readJournalFile(path)
    expect(found).toEqual({ header, entries: asRead, isCutOff: false })
    expect(size.bytes).toBe(readFileSync(path).length)
  })

  it('reads what has line separators of Unicode', async () => {
    const path = join(folder, 'separators')
    const entry: Entry = { sequence: 1, endpoint: 'dev', create: { name: '\u2028 \u2029 \u0085' } }
    await write(path, [entry])
    expect((await readJournalFile(path)).entries).toEqual([entry])
  })

  it('counts what each endpoint takes as the one that wrote it', async () => {
    const path = join(folder, 'counted')
    const counted = await write(path, entries)
    const { size } = await readJournalFile(path)
    expect(size).toEqual(counted)
    const lines = readFileSync(path, 'utf8').split('\n')
    const own = lines.filter((line) => line.includes('"endpoint":"dev"'))
    expect(size.bytesOf('dev')).toBe(own.reduce((bytes, line) => bytes + line.length + 1, 0))
    expect(size.bytesOf('dev')).toBeGreaterThan(0)
    expect(size.bytesOf('none')).toBe(0)
  })

  it('drops a line that was cut off, at whichever byte', async () => {
    const whole = readFileSync(await written())
    const ends = [...whole.keys()].filter((index) => whole[index] === 10).map((index) => index + 1)
    for (let length = 0; length <= whole.length; length++) {
      const found = readJournal('j', whole.subarray(0, length))
      const lines = ends.filter((end) => end <= length).length
      expect(found.entries).toEqual(asRead.slice(0, Math.max(0, lines - 1)))
      expect(found.header).toEqual(lines === 0 ? undefined : header)
      expect(found.size.bytes).toBe(ends[lines - 1] ?? 0)
    }
  })

  it('goes on after what was cut off', async () => {
    const path = await written()
    appendFileSync(path, '01234567 {"sequence":9')
    await write(path, [{ sequence: 9, endpoint: 'dev', close: true }])
    expect((await readJournalFile(path)).entries.at(-1)).toMatchObject({ sequence: 9, close: true })
  })

  it('finds each byte that was changed', async () => {
    const whole = readFileSync(await written())
    // Without the last line break, the last line counts as cut off.
    for (let index = 0; index < whole.length - 1; index++) {
      const damaged = Buffer.from(whole)
      damaged[index] = (damaged[index] as number) ^ 1
      expect(() => readJournal('j', damaged), `byte ${index}`).toThrow(/^j: /)
    }
  })

  it('refuses entries in another order', async () => {
    const path = join(folder, 'order')
    await write(path, [...entries.slice(2, 3), ...entries.slice(0, 1)])
    expect(() => readJournal('j', readFileSync(path))).toThrow(
      'j: line 3: its number is 1, after 5: restore the file from a copy, or cut it off before that line',
    )
  })

  it('names an entry that cannot be read', async () => {
    const path = join(folder, 'unreadable')
    await write(path, [])
    const json = '{"sequence":1,"endpoint":"a","create":{"bigint":"x"}}'
    const sum = crc32(Buffer.from(json)).toString(16).padStart(8, '0')
    appendFileSync(path, `${sum} ${json}\n`)
    expect(() => readJournal('j', readFileSync(path))).toThrow(
      'j: line 2: Cannot convert x to a BigInt: restore the file from a copy, or cut it off before that line',
    )
  })

  it.each([1, 3])('names a format of version %i', async (version) => {
    const path = join(folder, `version${version}`)
    await write(path, [], { ...header, version })
    expect(() => readJournal('j', readFileSync(path))).toThrow(
      `j: it has version ${version} of the format (ommer 1.2.3), and this program reads version 2`,
    )
  })

  it('names a file that is missing or no file', async () => {
    await expect(readJournalFile(join(folder, 'none'))).rejects.toMatchObject({
      code: 'JOURNAL_NOT_READ',
    })
    await expect(readJournalFile(folder)).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      message: `${folder}: it is a folder`,
    })
    writeFileSync(join(folder, 'text'), 'hello')
    await expect(readJournalFile(join(folder, 'text'))).rejects.toThrow(
      'it is not a journal of ommer',
    )
  })
})

describe('JournalFile', () => {
  it.skipIf(process.platform === 'win32')('can be read by its owner only', async () => {
    expect(statSync(await written()).mode & 0o777).toBe(0o600)
  })

  it('is as before if an entry cannot be written', async () => {
    const path = await written()
    const before = readFileSync(path)
    const { file } = await JournalFile.open(path, header)
    file.close()
    expect(() => file.append({ sequence: 9, chain: head })).toThrow(/^.*journal-\d+: EBADF/)
    expect(readFileSync(path)).toEqual(before)
  })
})
