import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAnvilState } from '../../../src/formats/anvil/loadAnvilState.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

// Written by Anvil 1.7.1, with what it answers itself: a deployment, a legacy transaction, one of an impersonated account,
// one that reverts, one with an access list.
const DATA = new URL('../../data/anvil/', import.meta.url)
const FILE = new URL('state.json', DATA).pathname
const TEST_MNEMONIC = 'test test test test test test test test test test test junk'

interface Answer {
  readonly method: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

type Json = Record<string, unknown>

const state = async () => JSON.parse(await readFile(FILE, 'utf8')) as Json

async function written(content: string | Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'ommer-anvil-')), 'state.json')
  await writeFile(path, content)
  return path
}

async function withChange(change: (state: Json) => void): Promise<string> {
  const changed = await state()
  change(changed)
  return written(JSON.stringify(changed))
}

/** Anvil counts no byte for a list of withdrawals, and prices blobs where there are none. */
const differing = new Set(['size', 'blobGasPrice'])

function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, each) => (differing.has(name) ? undefined : each)))
}

describe('a state that Anvil has written', () => {
  let server: Server
  beforeAll(async () => {
    const chain = await loadAnvilState(FILE, { mnemonic: TEST_MNEMONIC })
    server = await serve(chain, { port: 0, dev: true, dialect: 'anvil', clock: 'simulated' })
  })
  afterAll(() => server.close())

  it('is read as Anvil reads it', async () => {
    const answers = JSON.parse(await readFile(new URL('answers.json', DATA), 'utf8')) as Answer[]
    for (const { method, params, result } of answers) {
      const answer = comparable(await server.request({ method, params }))
      expect(answer, `${method} ${JSON.stringify(params)}`).toEqual(comparable(result))
    }
  })

  it('is gone on from, and left again', async () => {
    const [from, to] = (await server.request({ method: 'eth_accounts' })) as string[]
    const snapshot = await server.request({ method: 'evm_snapshot' })
    const transaction = { from, to, value: '0x1' }
    await server.request({ method: 'eth_sendTransaction', params: [transaction] })
    expect(await server.request({ method: 'eth_blockNumber' })).toBe('0x6')
    await server.mine(300)
    const balance = { method: 'eth_getBalance', params: [to, '0x5'] }
    expect(await server.request(balance)).toBe('0x21e19e0c9bab2400006')
    await server.request({ method: 'evm_revert', params: [snapshot] })
    expect(await server.request({ method: 'eth_blockNumber' })).toBe('0x5')
  })

  it('has no states before its last block', async () => {
    const balance = { method: 'eth_getBalance', params: [`0x${'aa'.repeat(20)}`, '0x4'] }
    await expect(server.request(balance)).rejects.toThrow(/^historical state .* is not available$/)
  })

  it('takes the chain id of its transactions, unless another is given', async () => {
    expect(await server.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect((await loadAnvilState(FILE, { chainId: 5 })).chainId).toBe(5)
  })
})

describe('the file', () => {
  it.each([
    ['compressed', gzipSync],
    ['in hex', (text: string) => `0x${gzipSync(text).toString('hex')}`],
    ['in hex with quotes', (text: string) => `"0x${Buffer.from(text).toString('hex')}"\n`],
  ])('may be %s', async (_, pack) => {
    const path = await written(pack(await readFile(FILE, 'utf8')))
    const chain = await loadAnvilState(path, {})
    expect(chain.tree.head.hash).toBe((await loadChain(FILE)).tree.head.hash)
  })

  it('may have accounts only, as those of old versions', async () => {
    const path = await withChange((state) => {
      delete state.blocks
      delete state.transactions
    })
    const chain = await loadAnvilState(path, { blocks: 2 })
    expect(chain.tree.head.number).toBe(2)
    const { balance } = await chain.account('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
    expect(balance).toBe(10_000n * 10n ** 18n + 6n)
  })

  it('may have blocks in any order, and blocks of other branches', async () => {
    const path = await withChange((state) => {
      const blocks = state.blocks as { header: Json }[]
      const other = structuredClone(blocks[0] as { header: Json })
      other.header.extraData = '0x01'
      state.blocks = [other, ...blocks.toReversed()]
    })
    const { tree } = await loadAnvilState(path, {})
    expect(tree.head.hash).toBe((await loadChain(FILE)).tree.head.hash)
  })

  it.each<readonly [string, (state: Json) => void, string]>([
    [
      'an unknown best block',
      (state) => {
        state.best_block_number = 9
      },
      'best_block_number: there is no block 9',
    ],
    [
      'an altered header',
      ({ blocks }) => {
        const [first] = (blocks as { header: Json }[]).filter(
          ({ header }) => header.number === '0x1',
        )
        Object.assign(first?.header as Json, { receiptsRoot: `0x${'11'.repeat(32)}` })
      },
      'the parent of block 2',
    ],
    [
      'a missing receipt',
      (state) => {
        state.transactions = []
      },
      'block 1: transaction 0 has no receipt',
    ],
    [
      'an account that is none',
      ({ accounts }) => Object.assign(accounts as Json, { '0x12': { nonce: 0, balance: '0x0' } }),
      'accounts.0x12: it is not an address',
    ],
    [
      'a balance that is no number',
      ({ accounts }) => {
        const [first] = Object.values(accounts as Record<string, Json>)
        Object.assign(first as Json, { balance: 'much' })
      },
      'is not a number of at most 32 bytes',
    ],
    [
      'other JSON',
      (state) => {
        delete state.accounts
      },
      'an object of addresses and accounts',
    ],
  ])('is refused for %s', async (_, change, problem) => {
    const loading = loadAnvilState(await withChange(change), {})
    await expect(loading).rejects.toMatchObject({
      code: 'INVALID_FILE',
      message: expect.stringContaining(problem),
    })
  })

  it('is refused if it is not JSON, or expands to too much', async () => {
    await expect(loadAnvilState(await written('{'), {})).rejects.toThrow('it is not JSON')
    const bomb = await written(gzipSync(Buffer.alloc(2 ** 21)))
    const limits = { partBytes: 2 ** 20 }
    await expect(loadAnvilState(bomb, {}, { limits })).rejects.toThrow('it cannot be expanded')
  })
})
