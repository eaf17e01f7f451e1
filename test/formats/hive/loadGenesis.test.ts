import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { loadGenesis } from '../../../src/formats/hive/loadGenesis.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { serve } from '../../../src/server/serve.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const official = 'test/data/execution-apis/genesis.json'

const forks = 'homestead eip150 eip155 eip158 byzantium constantinople petersburg istanbul berlin'

/** A genesis of London, in a file of any name. */
function write(alloc: object, config: object = {}): string {
  const path = join(temporaryFolder(), 'mine.json')
  const blocks = [...forks.split(' '), 'london'].map((name) => [`${name}Block`, 0])
  writeFileSync(
    path,
    JSON.stringify({
      config: { chainId: 77, ...Object.fromEntries(blocks), ...config },
      alloc,
      difficulty: '0x20000',
      gasLimit: '0x1c9c380',
      timestamp: '0x66000000',
    }),
  )
  return path
}

describe('a chain that begins with a genesis', () => {
  it('has its first block, and as many more as asked', async () => {
    const [one, same, other] = await Promise.all([
      loadGenesis(official, { blocks: 5, seed: 'a' }),
      loadGenesis(official, { blocks: 5, seed: 'a' }),
      loadGenesis(official, { blocks: 5, seed: 'b' }),
    ])
    const loaded = await loadChain('test/data/execution-apis')
    expect(one.tree.first.hash).toBe(loaded.tree.first.hash)
    expect(one.head.header.number).toBe(5)
    expect(same.head.hash).toBe(one.head.hash)
    expect(other.head.hash).not.toBe(one.head.hash)
    expect([one.accounts, (await loadGenesis(official, {})).head.header.number]).toEqual([[], 0])
  })

  it('has accounts that sign, and have what it gives them', async () => {
    const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    const path = write({ [owner]: { balance: '0xde0b6b3a7640000' } })
    const chain = await loadGenesis(path, { mnemonic: TEST_MNEMONIC, mnemonicAccounts: 2 })
    expect(chain.accounts.map(({ address }) => address)).toEqual([
      owner,
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    ])
    expect(chain.genesis.accounts).toHaveLength(1)
    const server = await serve(chain, { port: 0, dev: true })
    const [from, to] = chain.accounts.map(({ address }) => address)
    const hash = await server.request({
      method: 'eth_sendTransaction',
      params: [{ from, to, value: '0x1' }],
    })
    const sent = { method: 'eth_getTransactionByHash', params: [hash] }
    expect(await server.request(sent)).toMatchObject({ blockNumber: '0x1', chainId: '0x4d' })
    const balance = { method: 'eth_getBalance', params: [to, 'latest'] }
    expect(await server.request(balance)).toBe('0x1')
    await server.close()
  })

  it('names the file in errors', async () => {
    const missing = await loadGenesis('nowhere.json', {}).catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(FixtureError)
    expect(missing).toHaveProperty('message', 'nowhere.json: no such file')
    const path = write({ '0x12': {} })
    await expect(loadGenesis(path, {})).rejects.toThrow(`${path}: alloc`)
  })

  it('has no blocks whose rules ommer does not have', async () => {
    const path = write({}, { daoForkBlock: 3, daoForkSupport: true })
    expect((await loadGenesis(path, { blocks: 0 })).head.header.number).toBe(0)
    const problem = `${path}: config: blocks from 3 on need `
    await expect(loadGenesis(path, { blocks: 3 })).rejects.toThrow(problem)
  })
})
