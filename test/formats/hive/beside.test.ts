import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RLP } from '@ethereumjs/rlp'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { splitChainRlp } from '../../../src/formats/hive/chainRlp.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { writeHive } from '../../../src/formats/hive/writeHive.ts'
import { failureOf } from '../../support/failureOf.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { writeAs } from '../../support/writeAs.ts'

// Invalid files beside genesis.json and chain.rlp.

const parent = temporaryFolder()
const good = join(parent, 'good')
let folder: string

const chain = await createChain({
  seed: 'beside',
  preset: 'pow',
  blocks: 8,
  transactionsPerBlock: [1, 1],
})
await chain.extendBranch(3, 'other', 3)
await writeAs(writeHive, mkFolder(good), chain)
const sideBlocks = splitChainRlp(readFileSync(join(good, 'side.rlp')))
const mainBlocks = splitChainRlp(readFileSync(join(good, 'chain.rlp')))
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'damaged-'))
  cpSync(good, folder, { recursive: true })
})

function mkFolder(path: string): string {
  cpSync(mkdtempSync(join(parent, 'empty-')), path, { recursive: true })
  return path
}

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content)
}

function editJson(name: string, edit: (file: Record<string, unknown>) => unknown): void {
  const file = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  write(name, JSON.stringify(edit(file) ?? file))
}

const side = (...blocks: (Uint8Array | undefined)[]) =>
  write('side.rlp', Buffer.concat(blocks as Uint8Array[]))

/** Damages the file of a name. */
type Damage = (name: string) => void

const replaced =
  (content: string | Uint8Array): Damage =>
  (name) =>
    write(name, content)

const edited =
  (edit: (file: Record<string, unknown>) => void): Damage =>
  (name) =>
    editJson(name, edit)

/** Replaces one of the parts of the pending block. */
const withPart =
  (index: number, part: () => Uint8Array | undefined): Damage =>
  (name) => {
    const parts = RLP.decode(readFileSync(join(folder, name))) as Uint8Array[]
    write(name, RLP.encode(parts.with(index, part() as Uint8Array)))
  }

const damages: Readonly<Record<string, [what: string, location: RegExp, damage: Damage][]>> = {
  'accounts.json': [
    [
      'the key of another address',
      /^0x\w+\.key$/,
      edited((file) => {
        const [first, second] = Object.keys(file) as [string, string]
        file[first] = file[second]
      }),
    ],
    ['a key of 0', /\.key$/, replaced('{"0x00":{"key":"0x00"}}')],
    ['an account without a key', /\.key$/, replaced('{"0x":1}')],
    ['a list of accounts', /^$/, replaced('[]')],
    ['accounts that are not JSON', /^$/, replaced('{')],
  ],
  'headblock.json': [
    [
      'another root in the header of the head',
      /^stateRoot$/,
      edited((file) => {
        file.stateRoot = `0x${'12'.repeat(32)}`
      }),
    ],
    [
      'an extra header field',
      /^withdrawalsRoot$/,
      edited((file) => {
        file.withdrawalsRoot = file.stateRoot
      }),
    ],
    ['a missing header of the head', /^parentHash$/, replaced('null')],
    ['a header that is not JSON', /^$/, replaced('{"')],
  ],
  'txinfo.json': [
    [
      'a wrong index',
      /^tx-/,
      edited((file) => {
        const entries = Object.values(file).find(Array.isArray) as { indexInBlock: number }[]
        entries[0] = { ...entries[0], indexInBlock: 7 }
      }),
    ],
    [
      'a key without entries',
      /^tx-none$/,
      edited((file) => {
        file['tx-none'] = []
      }),
    ],
    ['entries that are not JSON', /^$/, replaced('')],
  ],
  'side.rlp': [
    [
      'a side block whose parent is missing',
      /^block 5: parentHash$/,
      () => side(sideBlocks.at(-2)),
    ],
    ['a side block twice', /^block 1: hash$/, () => side(sideBlocks[0], sideBlocks[0])],
    ['a block of the main branch as side block', /^block 2: hash$/, () => side(mainBlocks[1])],
    [
      'an invalid side block',
      /^block 1: stateRoot$/,
      () => {
        const damaged = Buffer.from(sideBlocks[0] as Uint8Array)
        // The state root is the fourth field of the header.
        damaged[100] = (damaged[100] as number) ^ 1
        side(damaged)
      },
    ],
    ['a truncated side block', /^block 1: rlp$/, () => side(sideBlocks[0]?.subarray(0, 99))],
    ['a side block that is not a block', /^block 0: rlp$/, replaced(Uint8Array.of(0xc0))],
  ],
  'pending.rlp': [
    [
      'a pending block that is not valid on the head',
      /^block 9: parentHash$/,
      withPart(0, () => mainBlocks[1]),
    ],
    [
      'other receipts of the pending block',
      /^block 9: receiptsRlp$/,
      withPart(1, () => RLP.encode([])),
    ],
    ['other senders', /^block 9: senders$/, withPart(2, () => new Uint8Array(20))],
    ['another total difficulty', /^block 9: totalDifficulty$/, withPart(3, () => Uint8Array.of(1))],
    ['a pending block without its parts', /^$/, replaced(RLP.encode([]))],
    ['a truncated pending block', /^$/, replaced(Uint8Array.of(0xf9))],
    ['a pending block without a header', /^rlp$/, withPart(0, () => new Uint8Array(0))],
  ],
}

describe.each(Object.entries(damages))('a folder to import, with %s', (name, rows) => {
  it.each(rows)('is refused with %s', async (_, location, damage) => {
    damage(name)
    const error = await failureOf(importHive(folder))
    expect(error).toBeInstanceOf(FixtureError)
    expect(error).toMatchObject({
      file: join(folder, name),
      location: expect.stringMatching(location),
      message: expect.stringMatching(/^[^\n]+$/),
    })
  })
})

describe('an import', () => {
  it('works without the optional files', async () => {
    for (const name of ['accounts', 'headblock', 'txinfo']) rmSync(join(folder, `${name}.json`))
    for (const name of ['side', 'pending']) rmSync(join(folder, `${name}.rlp`))
    const chain = await importHive(folder)
    expect(chain.accounts).toEqual([])
    expect(chain.tree.sideBlocks).toEqual([])
    expect((await chain.pendingBlock()).transactions).toEqual([])
  })

  it('does not read files that only ommer writes in a folder from elsewhere', async () => {
    editJson('headfcu.json', (file) => ({ ...file, id: 'fcu8' }))
    write('txinfo.json', 'anything')
    write('pending.rlp', 'anything')
    expect((await importHive(folder)).tree.head.number).toBe(8)
  })

  it('accepts side blocks in any order, and keys as hivechain shortens them', async () => {
    const { length } = sideBlocks
    side(...sideBlocks.toReversed())
    expect((await importHive(folder)).tree.sideBlocks).toHaveLength(length)
    // A key of 1, so short as only one key in 2^248; its account is not in genesis.
    write('accounts.json', '{"0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf":{"key":"0x01"}}')
    expect((await importHive(folder)).accounts).toEqual([])
  })
})
