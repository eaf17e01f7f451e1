import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import { exportChain } from '../../../../src/exportChain.ts'
import type { FormatName } from '../../../../src/formats/formatNames.ts'
import { loadChain } from '../../../../src/formats/loadChain.ts'
import { sealedBlock } from '../../../support/chain.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const FORK = 4
const HEAD = 10

const parent = temporaryFolder()
const forks = { bpo2: 0, amsterdam: FORK, paris: 0 }
const chain = await createChain({ preset: 'latest', forks, blocks: HEAD, seed: 'across' })
await exportChain(chain, join(parent, 'refused'), { format: 'json' })

describe('a chain that crosses the fork', () => {
  it.each<[FormatName, string]>([
    ['json', ''],
    ['bundle', 'bundle.json'],
    ['cassette', 'cassette.json'],
    ['hive', ''],
  ])('has its access lists after %s', async (format, file) => {
    const folder = join(parent, format)
    await exportChain(chain, folder, { format })
    const loaded = await loadChain(join(folder, file))
    expect(loaded.tree.head.number).toBe(HEAD)
    for (let number = 0; number <= HEAD; number++) {
      const [block, expected] = [sealedBlock(loaded, number), sealedBlock(chain, number)]
      expect(block.rlp).toEqual(expected.rlp)
      expect(block.accessList).toEqual(expected.accessList)
      expect(block.accessList !== undefined).toBe(number >= FORK)
    }
  })

  it('has files of access lists from the fork on', () => {
    const folders = readdirSync(join(parent, 'refused'), { withFileTypes: true })
    const having = folders.filter((each) => each.isDirectory() && each.name !== 'side')
    for (const { name } of having) {
      const files = readdirSync(join(parent, 'refused', name))
      expect(files.includes('accessList.json')).toBe(name !== 'pending' && Number(name) >= FORK)
    }
  })
})

type Account = Record<string, unknown[]> & { address: string }

describe('an access list is refused, with the place,', () => {
  /** Changes a file of a block. @returns why the chain is refused */
  async function refusal(
    number: number,
    file: string,
    change: (content: never) => unknown,
  ): Promise<string> {
    const path = join(parent, 'refused', String(number), file)
    let before: string | undefined
    try {
      before = readFileSync(path, 'utf8')
    } catch {
      before = undefined
    }
    writeFileSync(path, JSON.stringify(change(JSON.parse(before ?? '[]') as never)))
    try {
      const error = await loadChain(join(parent, 'refused')).catch((thrown: Error) => thrown)
      return (error as Error).message
    } finally {
      if (before !== undefined) writeFileSync(path, before)
    }
  }

  it.each<[what: string, change: (list: Account[]) => unknown, problem: RegExp]>([
    ['that is not a list', () => 7, /block 6: accessList: 7 is not an array/],
    ['with an account that is text', () => ['0x'], /accessList\[0\]: "0x" is not an object/],
    [
      'without a part',
      ([account, ...rest]) => [{ ...account, nonceChanges: undefined }, ...rest],
      /accessList\[0\]\.nonceChanges: missing is not an array/,
    ],
    [
      'that is unordered',
      (list) => list.toReversed(),
      /accessList: it is 0x\w+, but should be above 0x\w+: entries are in order/,
    ],
    [
      'with an account twice',
      ([account, ...rest]) => [account, account, ...rest],
      /accessList: it is 0x\w+, but should be above/,
    ],
    [
      'without an account',
      (list) => list.slice(1),
      /blockAccessListHash: it is 0x\w+, but should be 0x\w+: it is keccak of the access list/,
    ],
    [
      'with a short key',
      ([account, ...rest]) => [{ ...account, storageReads: ['0x07'] }, ...rest],
      /accessList\[0\]\.storageReads\[0\]: "0x07" is not 32 bytes/,
    ],
    [
      'that is past its limit',
      ([account, ...rest]) => [
        { ...account, storageChanges: [], storageReads: slots(40_000) },
        ...rest,
      ],
      /accessList: it is \d+ addresses and slots, but should be at most \d+/,
    ],
  ])('%s', async (_what, change, problem) => {
    expect(await refusal(6, 'accessList.json', change as never)).toMatch(problem)
  })

  it('before the fork', async () => {
    const folder = join(parent, 'early')
    await exportChain(chain, folder, { format: 'json' })
    writeFileSync(join(folder, '2', 'accessList.json'), '[]')
    await expect(loadChain(folder)).rejects.toThrow(
      /accessList\.json: manifest\.json does not list it/,
    )
  })

  it.each(['blockAccessListHash', 'slotNumber'])('in a header without %s', async (name) => {
    const change = ({ [name]: _, ...block }: Record<string, unknown>) => block
    expect(await refusal(6, 'block.json', change as never)).toMatch(
      new RegExp(`block 6: ${name}: `),
    )
  })

  it('in a header before the fork', async () => {
    const change = (block: object) => ({ ...block, blockAccessListHash: `0x${'12'.repeat(32)}` })
    expect(await refusal(2, 'block.json', change as never)).toMatch(
      /block 2: (blockAccessListHash|slotNumber|hash): /,
    )
  })
})

function slots(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`)
}
