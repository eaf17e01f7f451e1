import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { serve } from '../../src/serve.ts'
import { CleanUps } from '../../src/testing/cleanUps.ts'
import { shareChain } from '../../src/testing/shareChain.ts'
import { SharedChain } from '../../src/testing/sharedChain.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const cleanUps = new CleanUps()
afterAll(() => cleanUps.run())

/** What two chains must have in common. */
function contentsOf({ tree, accounts, spec, chainId, finality, isGenerated, genesis }: Chain) {
  const blocks = []
  for (let number = tree.first.number; number <= tree.head.number; number++) {
    blocks.push(tree.byNumber(number))
  }
  const bytes = [...blocks, ...tree.sideBlocks].map((block) => {
    const { rlp, receiptsRlp, senders, totalDifficulty, blobGasPrice } = block as never
    return { rlp, receiptsRlp, senders, totalDifficulty, blobGasPrice }
  })
  return { bytes, accounts, spec, chainId, finality, isGenerated, genesis }
}

async function shared(chain: Chain): Promise<Chain> {
  return new SharedChain(await shareChain(chain, cleanUps)).chain
}

describe('a chain that is read in another process', async () => {
  const folder = temporaryFolder()
  const chain = await createChain({ seed: 'shared', blocks: 20, preset: 'pow', uncleRate: [1, 2] })
  await chain.extendBranch(15, 'side', 3)

  it('has the same bytes, transactions, accounts and states', async () => {
    const read = await shared(chain)
    expect(contentsOf(read)).toEqual(contentsOf(chain))
    for (const { hash } of chain.head.transactions) {
      expect(read.tree.transaction(hash)).toMatchObject({ block: { number: 20 } })
    }
    for (const { hash } of [chain.head, ...chain.tree.sideBlocks]) {
      for (const { address } of chain.accounts) {
        const state = await chain.account(address, { at: hash })
        expect(await read.account(address, { at: hash })).toEqual(state)
      }
    }
  })

  it('has each block that is built later, with its state', async () => {
    const grown = await createChain({ seed: 'grows', blocks: 6, preset: 'latest' })
    const source = new SharedChain(await shareChain(grown, cleanUps))
    const { chain: early } = source
    const [account] = grown.accounts
    const address = account?.address as `0x${string}`
    await early.account(address)
    const server = await serve(grown, { port: 0 })
    const mined = await server.mine(3)
    const reorged = await server.reorg({ depth: 5 })
    await grown.extend(2)
    const late = new SharedChain(await shareChain(grown, cleanUps)).chain
    for (const read of [source.chain, late]) {
      expect(contentsOf(read)).toEqual(contentsOf(grown))
      for (const { hash } of [...mined, ...reorged]) {
        const state = await grown.account(address, { at: hash })
        expect(await read.account(address, { at: hash })).toEqual(state)
      }
    }
    expect(source.chain).toBe(early)
    expect(early.head.header.number).toBe(8)
    await server.close()
  })

  it('cannot be extended', async () => {
    const read = await shared(chain)
    const refused = { code: 'READ_ONLY_CHAIN', message: expect.stringMatching(/move the endpoint/) }
    await expect(read.extend(1)).rejects.toMatchObject(refused)
    expect(read.isReadOnly).toBe(true)
  })

  it.each(['bundle', 'json', 'hive'] as const)(
    'is the same when loaded from %s',
    async (format) => {
      const path = join(folder, format)
      await exportChain(chain, path, { format })
      const loaded = await loadChain(path)
      const read = await shared(loaded)
      expect(contentsOf(read)).toEqual(contentsOf(loaded))
      const { address } = chain.accounts[0] as { address: `0x${string}` }
      expect(await read.account(address)).toEqual(await chain.account(address))
    },
  )

  it('has no state where the files of the chain lead to none', async () => {
    const path = join(folder, 'part')
    await exportChain(chain, path, { format: 'bundle', from: 5, to: 9 })
    const read = await shared(await loadChain(path))
    expect(read.tree.first.number).toBe(5)
    const { address } = chain.accounts[0] as { address: `0x${string}` }
    await expect(read.account(address)).rejects.toMatchObject({ code: 'MISSING_STATE' })
  })

  it('is deleted by the clean-ups', async () => {
    const own = new CleanUps()
    const path = await shareChain(chain, own)
    expect(existsSync(path)).toBe(true)
    await own.run()
    expect(existsSync(path)).toBe(false)
  })
})
