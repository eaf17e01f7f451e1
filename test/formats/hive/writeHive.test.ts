import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex, hexToBytes, privateToAddress } from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { noStates } from '../../../src/chain/execution/noStates.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { geth } from '../../../src/endpoint/dialects/geth.ts'
import { FormatError } from '../../../src/formats/folder/formatError.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { writeHive } from '../../../src/formats/hive/writeHive.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { allAnswers, firstDifference } from '../../support/answers.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { chainWith } from '../../support/chain.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { writeAs } from '../../support/writeAs.ts'

const parent = temporaryFolder()
const newFolder = () => mkdtempSync(join(parent, 'hive-'))
const readJson = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'))

const spec: ChainSpec = {
  seed: 'hive',
  preset: 'eras',
  forks: { london: 0, paris: 12, osaka: 14 },
  blocks: 20,
  uncleRate: [1, 1],
  finality: { safe: 2, finalized: 5 },
}
const chain = await createChain(spec)
await chain.extendBranch(9, 'other', 4)
const folder = newFolder()
await writeAs(writeHive, folder, chain)

describe('a chain written for hive and read again', () => {
  it('gives the same responses, including side branches and the pending block', async () => {
    const imported = await importHive(folder)
    expect(chain.tree.sideBlocks.length).toBeGreaterThan(4)
    expect(imported.tree.sideBlocks.map(({ hash }) => hash)).toEqual(
      chain.tree.sideBlocks.map(({ hash }) => hash),
    )
    expect(firstDifference(await allAnswers(imported), await allAnswers(chain))).toBeUndefined()
  })

  it('does so whatever the spec, and is written again unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async (other) => {
        const source = await createChain({ ...other, blocks: Math.min(other.blocks ?? 0, 8) })
        await source.extendBranch(Math.floor(source.tree.head.number / 2), 'side', 2)
        const [first, second] = [newFolder(), newFolder()]
        const { digests } = await writeAs(writeHive, first, source)
        const imported = await importHive(first)
        expect(firstDifference(await allAnswers(imported), await allAnswers(source))).toBe(
          undefined,
        )
        expect((await writeAs(writeHive, second, imported)).digests).toEqual(digests)
      }),
      { numRuns: 3 },
    )
  })

  it('signs with the keys of its accounts', async () => {
    const imported = await importHive(folder)
    const [from, to] = imported.accounts
    const [block] = await imported.build(1, async (author) => {
      await author.add({ from: from as never, to: to?.address as Hex, value: 5n })
    })
    expect(block?.transactions).toMatchObject([{ from: from?.address, to: to?.address, value: 5n }])
    expect(imported.accounts).toEqual(chain.accounts)
  })
})

describe('the hive export', () => {
  it('equals that of a shorter chain when it ends earlier', async () => {
    const [part, whole] = [newFolder(), newFolder()]
    await writeAs(writeHive, part, chain, { to: 11, sideBranches: false })
    await writeAs(writeHive, whole, await createChain({ ...spec, blocks: 11 }))
    expect(readdirSync(part)).not.toContain('side.rlp')
    // The next blocks are among those that are left out.
    expect(readdirSync(part)).not.toContain('pending.rlp')
    expect(readdirSync(part)).toHaveLength(6)
    for (const name of readdirSync(part)) {
      expect(
        readFileSync(join(part, name), 'utf8') === readFileSync(join(whole, name), 'utf8'),
      ).toBe(true)
    }
    expect((await importHive(part)).tree.head.hash).toBe(chain.tree.byNumber(11)?.hash)
  })

  it('contains the keys of accounts, by address', () => {
    const accounts: [string, { key: Hex }][] = Object.entries(readJson(folder, 'accounts.json'))
    expect(accounts).toHaveLength(chain.accounts.length)
    expect(accounts.map(([address]) => address)).toEqual(
      accounts.map(([address]) => address).sort(),
    )
    for (const [address, { key }] of accounts) {
      expect(bytesToHex(privateToAddress(hexToBytes(key)))).toBe(address)
    }
  })

  it('contains the header of the head as geth writes it', async () => {
    const written = readJson(folder, 'headblock.json')
    expect(Object.keys(written).join()).toBe(
      'parentHash,sha3Uncles,miner,stateRoot,transactionsRoot,receiptsRoot,logsBloom,difficulty,number,gasLimit,' +
        'gasUsed,timestamp,extraData,mixHash,nonce,baseFeePerGas,withdrawalsRoot,blobGasUsed,excessBlobGas,' +
        'parentBeaconBlockRoot,requestsHash,hash',
    )
    const block = geth.block(chain.head, { full: false, pending: false })
    expect(block).toMatchObject(written)
    const early = newFolder()
    await writeAs(writeHive, early, chain, { to: 0 })
    expect(readJson(early, 'headblock.json')).toMatchObject({
      number: '0x0',
      withdrawalsRoot: null,
    })
  })

  it('is indented as requested, except files that others may compare', async () => {
    const pretty = newFolder()
    await writeAs(writeHive, pretty, chain, { pretty: true })
    const text = (path: string, name: string) => readFileSync(join(path, name), 'utf8')
    for (const name of ['genesis.json', 'headfcu.json']) {
      expect(text(pretty, name)).toBe(text(folder, name))
    }
    expect(text(folder, 'txinfo.json').trim()).not.toContain('\n')
    expect(text(pretty, 'txinfo.json')).toContain('\n  "tx-')
    expect(readJson(pretty, 'txinfo.json')).toEqual(readJson(folder, 'txinfo.json'))
  })

  it('reports progress and stops when its signal is aborted', async () => {
    const reported: [number, number][] = []
    const controller = new AbortController()
    const onProgress = (done: number, wanted: number) => {
      reported.push([done, wanted])
      if (done === 3) controller.abort(new Error('enough'))
    }
    const written = writeAs(writeHive, newFolder(), chain, {
      onProgress,
      signal: controller.signal,
    })
    await expect(written).rejects.toThrow('enough')
    expect(reported).toEqual([
      [1, 20],
      [2, 20],
      [3, 20],
    ])
  })
})

describe('an export for hive', () => {
  it('refuses a range without genesis', async () => {
    const written = writeAs(writeHive, newFolder(), chain, { from: 3 })
    await expect(written).rejects.toThrow(FormatError)
    await expect(written).rejects.toThrow(/^hive: [^\n]*from[^\n]* 3$/)
  })

  it('refuses a chain whose genesis accounts are unknown', async () => {
    const genesis = { ...chain.genesis, accounts: chain.genesis.accounts.slice(1) }
    const changes = { genesis, states: noStates('it is a test') }
    const target = newFolder()
    const written = writeAs(writeHive, target, chainWith(chain, changes))
    await expect(written).rejects.toThrow(/^hive: [^\n]*genesis[^\n]*unknown$/)
    expect(existsSync(join(target, 'genesis.json'))).toBe(false)
  })
})
