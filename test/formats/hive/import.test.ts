import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import type { StoredBlock } from '../../../src/chain/encoding/storedBlock.ts'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { ArgumentError } from '../../../src/primitives/argumentError.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { officialChain } from '../../support/chain.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const official = 'test/data/execution-apis'
const json = (name: string) => JSON.parse(readFileSync(`${official}/${name}`, 'utf8'))

interface AccountInFile {
  readonly address: Hex
  readonly key: Hex
  readonly balance: string
  readonly nonce: number
  readonly root: Hex
  readonly codeHash: Hex
}

describe('the official conformance chain', async () => {
  const chain = await officialChain()

  it('imports to its known head', () => {
    expect(chain.tree.head).toMatchObject({
      number: 54,
      hash: json('headfcu.json').params[0].headBlockHash,
    })
    expect(chain.finality).toEqual({ safe: 0, finalized: 0 })
    expect(chain.accounts).toEqual([])
  })

  it('leaves all accounts as geth does', async () => {
    const accounts: AccountInFile[] = Object.values(json('headstate.json').accounts)
    expect(accounts).toHaveLength(114)
    for (const { address, key, balance, nonce, root, codeHash } of accounts) {
      expect(toHex(keccak256(Buffer.from(address.slice(2), 'hex')))).toBe(key)
      const { code, ...found } = await chain.account(address)
      const expected = { balance: BigInt(balance), nonce, storageRoot: root, codeHash }
      expect(toHex(keccak256(Buffer.from(code.slice(2), 'hex')))).toBe(codeHash)
      expect(found, address).toEqual(expected)
    }
  })

  it('returns empty values for an account that does not exist', async () => {
    const { balance, nonce } = await chain.account(`0x${'12'.repeat(20)}`)
    expect({ balance, nonce }).toEqual({ balance: 0n, nonce: 0 })
    await expect(chain.account('0x12')).rejects.toThrow(ArgumentError)
  })

  it('continues with valid blocks', async () => {
    const extended = await importHive(official)
    const pending = (await extended.candidate(() => extended.tree.head)) as SealedBlock
    await extended.extend(2)
    expect(extended.tree.head.number).toBe(56)
    const { rlp, receiptsRlp } = extended.tree.byNumber(55) as StoredBlock
    expect({ rlp, receiptsRlp }).toEqual({ rlp: pending.rlp, receiptsRlp: pending.receiptsRlp })
  })
})

describe('headfcu.json', () => {
  const folder = temporaryFolder()
  const hashes: Hex[] = []
  beforeAll(async () => {
    cpSync(official, folder, { recursive: true })
    const { tree } = await officialChain()
    for (let number = 0; number <= 54; number++) hashes.push(tree.byNumber(number)?.hash as Hex)
  })

  const none: Hex = `0x${'00'.repeat(32)}`
  const choose = (head: unknown, safe: unknown, finalized: unknown): Promise<Chain> => {
    const choice = { headBlockHash: head, safeBlockHash: safe, finalizedBlockHash: finalized }
    writeFileSync(join(folder, 'headfcu.json'), JSON.stringify({ params: [choice, null] }))
    return importHive(folder)
  }

  it('names the latest, safe and finalized blocks; later ones stay readable by hash', async () => {
    const { tree, finality } = await choose(hashes[40], hashes[36], hashes[0])
    expect(tree.head.number).toBe(40)
    expect(finality).toEqual({ safe: 4, finalized: 40 })
    expect(tree.byNumber(41)).toBeUndefined()
    expect(tree.byHash(hashes[54] as Hex)?.number).toBe(54)
  })

  it('can make genesis the head, and omit safe and finalized', async () => {
    const { tree, finality } = await choose(hashes[0], none, none)
    expect(tree.head.number).toBe(0)
    expect(finality).toEqual({ safe: 32, finalized: 64 })
    expect((await choose(hashes[50], none, none)).finality).toEqual({ safe: 51, finalized: 64 })
  })

  it('continues from a head below the last block', async () => {
    const chain = await choose(hashes[40], hashes[36], hashes[0])
    await chain.extend(1)
    expect(chain.tree.byNumber(41)?.hash).not.toBe(hashes[41])
    expect(chain.tree.byHash(hashes[41] as Hex)?.number).toBe(41)
  })

  it.each([
    ['an unknown head', [`0x${'ab'.repeat(32)}`, 0, 0], 'headBlockHash'],
    ['an unknown safe block', [54, `0x${'ab'.repeat(32)}`, 0], 'safeBlockHash'],
    ['a finalized block above the head', [40, 30, 41], 'finalizedBlockHash'],
    ['an invalid hash', [54, 54, '0x12'], 'finalizedBlockHash'],
    ['an absent hash', [undefined, 54, 54], 'headBlockHash'],
  ])('is refused with %s', async (_, blocks, field) => {
    const [head, safe, finalized] = blocks.map((each) =>
      typeof each === 'number' ? hashes[each] : each,
    )
    const error = await choose(head, safe, finalized).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FixtureError)
    expect(error).toMatchObject({
      file: join(folder, 'headfcu.json'),
      location: `params[0].${field}`,
    })
  })
})
