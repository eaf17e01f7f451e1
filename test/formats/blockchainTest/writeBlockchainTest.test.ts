import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keccak256, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { writeBlockchainTest } from '../../../src/formats/blockchainTest/writeBlockchainTest.ts'
import type { ExportSource } from '../../../src/formats/exportSource.ts'
import { FormatError } from '../../../src/formats/folder/formatError.ts'
import { chainWith, officialChain } from '../../support/chain.ts'
import { type BlockTest, runBlockTest } from '../../support/stockBlockTest.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { writeAs } from '../../support/writeAs.ts'

const parent = temporaryFolder()
const newFolder = () => mkdtempSync(join(parent, 'test-'))

async function write(
  chain: Chain,
  asked?: Partial<ExportSource>,
): Promise<{ path: string; name: string; text: string; test: BlockTest }> {
  const folder = newFolder()
  const { digests } = await writeAs(writeBlockchainTest, folder, chain, asked)
  const [path] = digests.keys() as Iterable<string>
  const text = readFileSync(join(folder, path as string), 'utf8')
  const [[name, test]] = Object.entries(JSON.parse(text)) as [[string, BlockTest]]
  return { path: path as string, name, text, test }
}

/** An account as geth dumps it; empty code and storage are absent. */
interface GethAccount {
  readonly address: string
  /** in decimal digits */
  readonly balance: string
  readonly nonce: number
  readonly code?: string
  /** slots as 32 bytes, values as hex without 0x */
  readonly storage?: Readonly<Record<string, string>>
}

function storageAsDumped(storage: Readonly<Record<string, string>>): GethAccount['storage'] {
  const slots = Object.entries(storage).map(([slot, value]) => [
    `0x${slot.slice(2).padStart(64, '0')}`,
    value.slice(2),
  ])
  return slots.length === 0 ? undefined : Object.fromEntries(slots)
}

describe('a chain written as a test', () => {
  it.each([
    ['Frontier', { forks: { homestead: 1000 } }],
    ['BPO2', { preset: 'latest' }],
  ] as const)('passes on a stock node that has no other input: %s', async (network, spec) => {
    const chain = await createChain({ seed: 'stock', blocks: 8, ...spec })
    const { path, name, test } = await write(chain)
    expect(path).toBe(`BlockchainTests/ommer-${network}-8.json`)
    expect(name).toBe(`ommer-${network}-8`)
    expect(test.network).toBe(network)
    expect(test.config).toMatchObject({ network, chainid: '0x0539' })
    expect(test.lastblockhash).toBe(chain.tree.head.hash)
    await runBlockTest(test)
  })

  it('passes across forks under the rules of its config', async () => {
    const forks = { berlin: 0, london: 4, paris: 8, shanghai: 11, cancun: 13, prague: 15, bpo2: 20 }
    const chain = await createChain({
      seed: 'across',
      blocks: 24,
      forks,
      transactionsPerBlock: [1, 2],
    })
    const { path, test } = await write(chain)
    expect(path).toBe('BlockchainTests/ommer-BerlinToBPO2-24.json')
    expect(test.network).toMatch(/^BerlinToLondonAt4ToParisAt8ToShanghaiAtTime\d+ToCancunAtTime/)
    expect(test.config).toMatchObject({ chainId: 1337, londonBlock: 4, mergeNetsplitBlock: 8 })
    await runBlockTest(test)
  })

  it('has the name and the header fields of Amsterdam', async () => {
    // Where geth's `evm blocktest` knows the transition, it passes.
    const chain = await createChain({
      seed: 'across',
      chainId: 1,
      blocks: 40,
      preset: 'latest',
      genesisTime: 14_700,
      forks: { bpo2: 0, paris: 0, amsterdam: { timestamp: 15_000 } },
    })
    const { path, test } = await write(chain)
    expect(path).toBe('BlockchainTests/ommer-BPO2ToAmsterdam-40.json')
    expect(test.network).toBe('BPO2ToAmsterdamAtTime15k')
    const fork = test.blocks.findIndex(({ blockHeader }) => Number(blockHeader.timestamp) >= 15_000)
    expect(fork).toBeGreaterThan(0)
    for (const [index, { blockHeader, rlp }] of test.blocks.entries()) {
      const sealed = chain.tree.byNumber(index + 1)
      expect(blockHeader.slotNumber === undefined).toBe(index < fork)
      const list = sealed?.accessList
      expect(blockHeader.blockAccessListHash).toBe(list && keccak256(list))
      // The list itself is not part of the block.
      expect(rlp).toBe(toHex(sealed?.rlp as Uint8Array))
    }
  })

  it('ends with the state that geth computed, for a chain made by geth', async () => {
    const { test } = await write(await officialChain())
    const { accounts } = JSON.parse(readFileSync('test/data/execution-apis/headstate.json', 'utf8'))
    const dumped: readonly GethAccount[] = Object.values(accounts)
    const expected = dumped.map(({ address, balance, nonce, code, storage }) => [
      address.toLowerCase(),
      { balance: BigInt(balance), nonce: BigInt(nonce), code, storage },
    ])
    const written = Object.entries(test.postState).map(([address, account]) => [
      address,
      {
        balance: BigInt(account.balance),
        nonce: BigInt(account.nonce),
        code: account.code === '0x' ? undefined : account.code,
        storage: storageAsDumped(account.storage),
      },
    ])
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected))
  })

  it('ends at the requested block', async () => {
    const chain = await createChain({ seed: 'stock', preset: 'pow', blocks: 6 })
    const { test } = await write(chain, { to: 4 })
    const { test: short } = await write(
      await createChain({ seed: 'stock', preset: 'pow', blocks: 4 }),
    )
    expect(JSON.stringify(test.postState)).toBe(JSON.stringify(short.postState))
    expect(test.lastblockhash).toBe(short.lastblockhash)
    await runBlockTest(test)
    expect((await write(chain, { to: 0 })).test).toMatchObject({ blocks: [] })
  })
})

describe('blocks of other branches', async () => {
  const chain = await createChain({
    seed: 'side',
    preset: 'pow',
    blocks: 8,
    uncleRate: [1, 1],
    transactionsPerBlock: [1, 2],
  })
  await chain.extendBranch(3, 'one', 3)
  await chain.extendBranch(4, 'two', 2)

  it('are written under names of their own, and the test ends at the same head', async () => {
    const { test } = await write(chain)
    const names = test.blocks.map(({ chainname }) => chainname)
    expect(names.filter((name) => name === 'default')).toHaveLength(8)
    const side = test.blocks.filter(({ chainname }) => chainname !== 'default')
    expect(side.map(({ blockHeader }) => blockHeader.hash)).toEqual(
      chain.tree.sideBlocks.map(({ hash }) => hash),
    )
    // Within one branch each block follows the one before it.
    for (const name of new Set(side.map(({ chainname }) => chainname))) {
      const branch = side.filter(({ chainname }) => chainname === name)
      for (const [index, { blockHeader }] of branch.entries()) {
        if (index > 0) expect(blockHeader.parentHash).toBe(branch[index - 1]?.blockHeader.hash)
      }
    }
    expect(names.at(-1)).toBe('default')
    await runBlockTest(test)
  })

  it('are left out unless requested', async () => {
    const { test } = await write(chain, { sideBranches: false })
    expect(test.blocks).toHaveLength(8)
    expect(test.blocks.every((block) => !('chainname' in block))).toBe(true)
  })

  it('are left out when a client might take them for the head', async () => {
    const heavier = await createChain({
      seed: 'heavy',
      preset: 'pow',
      blocks: 6,
      blockSeconds: [20, 26],
      transactionsPerBlock: [0, 1],
    })
    const { totalDifficulty } = heavier.tree.head
    for (let label = 0; label < 4; label++) await heavier.extendBranch(5, String(label), 1)
    const isHeavy = heavier.tree.sideBlocks.map((block) => block.totalDifficulty >= totalDifficulty)
    expect(isHeavy).toContain(true)
    const { test } = await write(heavier)
    expect(test.blocks).toHaveLength(6 + isHeavy.filter((heavy) => !heavy).length)
    await runBlockTest(test)
    const merged = await createChain({ seed: 'merged', preset: 'latest', blocks: 6 })
    await merged.extendBranch(3, 'side', 2)
    expect((await write(merged)).test.blocks).toHaveLength(6)
  })
})

describe('the written file', async () => {
  const chain = await createChain({ seed: 'file', preset: 'latest', blocks: 8 })

  it('is the same JSON, indented or not', async () => {
    const [compact, pretty] = [await write(chain), await write(chain, { pretty: true })]
    expect(compact.text).toBe(`${JSON.stringify(JSON.parse(compact.text))}\n`)
    expect(pretty.text).toBe(`${JSON.stringify(JSON.parse(compact.text), null, 2)}\n`)
  })

  it('writes zero as a byte, and an empty recipient for creations', async () => {
    const { test } = await write(chain)
    expect(test.blocks[0]?.blockHeader).toMatchObject({ number: '0x01', difficulty: '0x00' })
    const transactions = test.blocks.flatMap((block) => block.transactions)
    expect(transactions.some(({ to }) => to === '')).toBe(true)
    expect(JSON.stringify(test)).not.toMatch(/"0x[0-9a-f]([0-9a-f]{2})*"/)
  })
})

describe('writing a test', async () => {
  const chain = await createChain({ seed: 'refused', blocks: 5 })

  it('refuses a range without genesis', async () => {
    const written = write(chain, { from: 1 })
    await expect(written).rejects.toThrow(FormatError)
    await expect(written).rejects.toThrow(/^blockchain-test: [^\n]*from[^\n]* 1$/)
  })

  it('refuses a chain whose genesis accounts are unknown', async () => {
    const genesis = { ...chain.genesis, accounts: [] }
    await expect(write(chainWith(chain, { genesis }))).rejects.toThrow(/genesis[^\n]*unknown$/)
  })

  it('stops after the block that is being executed when its signal is aborted', async () => {
    const controller = new AbortController()
    const reported: number[] = []
    const onProgress = (done: number) => {
      reported.push(done)
      if (done === 2) controller.abort(new Error('enough'))
    }
    const folder = newFolder()
    const asked = { onProgress, signal: controller.signal }
    await expect(writeAs(writeBlockchainTest, folder, chain, asked)).rejects.toThrow('enough')
    expect(reported).toEqual([1, 2])
    expect(readdirSync(folder)).toEqual(['BlockchainTests'])
  })
})
