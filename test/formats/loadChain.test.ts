import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { ReadOnlyChainError } from '../../src/chain/store/readOnlyChainError.ts'
import { verifiableChain } from '../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../src/chain/verify/verify.ts'
import type { DialectName } from '../../src/endpoint/dialects/dialects.ts'
import { exportChain } from '../../src/exportChain.ts'
import type { ExportOptions } from '../../src/formats/exportOptions.ts'
import { FixtureError } from '../../src/formats/fixtureError.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { serve } from '../../src/serve.ts'
import { forExplorer } from '../support/answers.ts'
import { arbitrarySpec } from '../support/arbitrarySpec.ts'
import { answerOf, callEverything } from '../support/callEverything.ts'
import { sharedChain } from '../support/chain.ts'
import { filesIn } from '../support/folders.ts'
import { repeated } from '../support/sized.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = join(temporaryFolder(), 'chain')

/** The requests to which two chains respond differently. */
async function differences(
  chain: Chain,
  other: Chain,
  dialect: DialectName = 'infura',
): Promise<string[]> {
  const [one, two] = await Promise.all(
    [chain, other].map((each) => serve(each, { port: 0, callTimeout: 0, dialect })),
  )
  const found: string[] = []
  if (one === undefined || two === undefined) throw new Error('nothing is served')
  try {
    for await (const { method, params, ...answer } of callEverything(chain, one)) {
      // Need the bytes of the candidate for the next block, of which a recording has only the JSON.
      if (method === 'eth_feeHistory' && params[1] === 'pending') continue
      if (method.startsWith('eth_getRaw') && params[0] === 'pending') continue
      if (forExplorer.has(method)) continue
      const again = await answerOf(two, method, params)
      // As text, because the order of fields matters.
      const isSame = JSON.stringify(again) === JSON.stringify(answer)
      if (!isSame) found.push(method + JSON.stringify(params))
    }
  } finally {
    await Promise.all([one.close(), two.close()])
  }
  return found
}

async function roundTrip(chain: Chain, options: ExportOptions): Promise<Chain> {
  await exportChain(chain, folder, options)
  return loadChain(folder)
}

const arbitraryOptions = fc.record({
  dialect: fc.constantFrom<DialectName>('infura', 'geth'),
  pretty: fc.boolean(),
  gzip: fc.boolean(),
})

describe.each(['json', 'bundle', 'cassette', 'hive'] as const)(
  'a chain written as %s',
  (format) => {
    it('is loaded with the same responses to everything, whatever the chain', async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySpec, arbitraryOptions, async (spec, options) => {
          const chain = await createChain(spec)
          const loaded = await roundTrip(chain, { ...options, format })
          expect(await differences(chain, loaded, options.dialect)).toEqual([])
          expect(loaded.accounts).toEqual(chain.accounts)
        }),
        { numRuns: repeated(1, 10) },
      )
    })

    it('is loaded with branches and with blocks built by hand', async () => {
      const chain = await createChain({ seed: 'branches', blocks: 10, preset: 'pow' })
      await chain.extendBranch(6, 'other', 3)
      await chain.build(1, (block) => block.setExtraData('by hand'))
      const loaded = await roundTrip(chain, { format })
      expect(await differences(chain, loaded)).toEqual([])
      const hashes = (tree: Chain['tree']) => tree.sideBlocks.map(({ hash }) => hash)
      expect(hashes(loaded.tree)).toEqual(hashes(chain.tree))
      expect(hashes(loaded.tree).length).toBeGreaterThan(2)
    })

    it('is loaded with branches that were written by hand, also above the head', async () => {
      const chain = await createChain({ seed: 'written', blocks: 10, preset: 'latest' })
      const moved = chain.head.transactions.toReversed().slice(0, 1)
      const [first] = await chain.branch(9, 'a', (block) => block.include(moved), { length: 3 })
      await chain.branch(first?.hash ?? 0, 'b', (block) => block.setExtraData('on a branch'))
      const loaded = await roundTrip(chain, { format })
      expect(await differences(chain, loaded)).toEqual([])
      const hashes = (tree: Chain['tree']) => tree.sideBlocks.map(({ hash }) => hash)
      expect(hashes(loaded.tree)).toEqual(hashes(chain.tree))
      const result = { ok: true, sideBlocks: 4 }
      expect(await verify(verifiableChain(loaded))).toMatchObject(result)
    })

    it('is accepted by the independent verifier', async () => {
      const loaded = await roundTrip(
        await sharedChain({ blocks: 40, preset: 'eras', transactionsPerBlock: [0, 4] }),
        { format },
      )
      const bytes = verifiableChain(loaded)
      const blocks = [...bytes.blocks].map(({ blobGasPrice: _, ...block }) => block)
      expect(await verify({ ...bytes, blocks, sideBlocks: [] })).toMatchObject({
        ok: true,
        blocks: 40,
      })
    })
  },
)

describe.each(['json', 'bundle', 'cassette'] as const)('a chain loaded from %s', (format) => {
  it('is served in the dialect that it is written in, unless another is requested', async () => {
    const loaded = await roundTrip(await sharedChain({ blocks: 3 }), { format, dialect: 'geth' })
    const server = await serve(loaded, { port: 0, callTimeout: 0 })
    const ask = { method: 'eth_getBlockByNumber', params: ['0x2', false] }
    expect(await server.request(ask)).not.toHaveProperty('totalDifficulty')
    const infura = server.endpoint('infura', { dialect: 'infura' })
    expect(await infura.request(ask)).toHaveProperty('totalDifficulty')
    await server.close()
  })

  it('can be a part of the whole chain', async () => {
    const chain = await sharedChain({ blocks: 20, finality: { safe: 4, finalized: 12 } })
    for (const dialect of ['infura', 'geth'] as const) {
      const part = await roundTrip(chain, { format, dialect, from: 5, to: 12 })
      const server = await serve(part, { port: 0, callTimeout: 0 })
      const whole = await serve(chain, { port: 0, callTimeout: 0, dialect })
      const ask = (block: string) => ({ method: 'eth_getBlockByNumber', params: [block, true] })
      for (const [tag, number] of Object.entries({ latest: 12, earliest: 5, safe: 8 })) {
        const expected = await whole.request(ask(`0x${number.toString(16)}`))
        expect(await server.request(ask(tag))).toEqual(expected)
      }
      for (const absent of ['0x4', '0xd']) expect(await server.request(ask(absent))).toBeNull()
      const errors = {
        finalized: 'finalized block not found',
        pending: 'pending block is not available',
      }
      for (const [tag, message] of Object.entries(errors)) {
        const asked = server.request(ask(tag))
        if (dialect === 'infura') expect(await asked).toBeNull()
        else await expect(asked).rejects.toMatchObject({ code: -32000, message })
      }
      await Promise.all([server.close(), whole.close()])
    }
  })

  it('can be exported again as hive, except the candidate for the next block', async () => {
    const chain = await sharedChain({ blocks: 9, preset: 'pow' })
    const loaded = await roundTrip(chain, { format })
    const [first, second] = [`${folder}.hive`, `${folder}.again`]
    await exportChain(chain, first, { format: 'hive' })
    await exportChain(loaded, second, { format: 'hive' })
    const others = filesIn(first).filter((name) => !/^(pending\.rlp|manifest\.json)$/.test(name))
    expect(filesIn(second)).toEqual(['manifest.json', ...others].sort())
    for (const name of others) {
      const [one, other] = [first, second].map((each) => readFileSync(join(each, name), 'latin1'))
      expect(one === other, name).toBe(true)
    }
    expect((await loadChain(second)).tree.head.hash).toBe(chain.tree.head.hash)
  })

  it('is read-only, and says so', async () => {
    const loaded = await roundTrip(await sharedChain({ blocks: 2 }), { format })
    expect(loaded.isReadOnly).toBe(true)
    for (const asked of [
      loaded.extend(1),
      loaded.build(1, () => {}),
      loaded.extendBranch(1, 'other', 1),
    ]) {
      await expect(asked).rejects.toThrow(ReadOnlyChainError)
    }
    await expect(
      exportChain(loaded, join(folder, '..', 'again'), { format: 'json' }),
    ).resolves.toBeUndefined()
  })

  it('has the states of all blocks if it begins with the genesis of its spec', async () => {
    const chain = await sharedChain({ blocks: 12, preset: 'pow' })
    const loaded = await roundTrip(chain, { format })
    const hashes = [chain.tree.head, ...chain.tree.sideBlocks].map(({ hash }) => hash)
    for (const at of ['latest', 0, 5, ...hashes] as const) {
      for (const { address } of chain.accounts) {
        expect(await loaded.account(address, { at })).toEqual(await chain.account(address, { at }))
      }
    }
  })

  it('has no states if it begins later', async () => {
    const chain = await sharedChain({ blocks: 12, preset: 'pow' })
    const loaded = await roundTrip(chain, { format, from: 3 })
    const server = await serve(loaded, { port: 0, callTimeout: 0 })
    const [{ address }] = loaded.accounts as [(typeof loaded.accounts)[0]]
    const { stateRoot } = loaded.head.header
    const response = server.request({ method: 'eth_getBalance', params: [address, 'latest'] })
    await expect(response).rejects.toMatchObject({
      code: -32000,
      message: `historical state ${stateRoot.slice(2)} is not available`,
    })
    const capabilities = await server.request({ method: 'eth_capabilities', params: [] })
    expect(capabilities).toMatchObject({ state: { disabled: true } })
    await server.close()
    const { number, hash } = loaded.tree.head
    await expect(loaded.account(address)).rejects.toMatchObject({
      code: 'MISSING_STATE',
      message: `the state of block ${number} (${hash}) is not available: its files have no state, and begin after genesis`,
    })
  })

  it('has no side branches when they are left out', async () => {
    const chain = await sharedChain({ blocks: 24, preset: 'pow' })
    expect(chain.tree.sideBlocks.length).toBeGreaterThan(0)
    const loaded = await roundTrip(chain, { format, sideBranches: false })
    expect(loaded.tree.sideBlocks).toEqual([])
    expect(loaded.tree.head.hash).toBe(chain.tree.head.hash)
  })
})

it.skipIf(process.platform === 'win32')(
  'refuses a pipe or device, which might block for ever',
  async () => {
    await expect(loadChain('/dev/null')).rejects.toThrow(
      '/dev/null: it is neither a file nor a folder',
    )
  },
)

it.each([undefined, {}, 7])('requires a path when given %j', async (path) => {
  await expect(loadChain(path as never)).rejects.toThrow(FixtureError)
  await expect(loadChain(path as never)).rejects.toThrow(/^path: /)
})
