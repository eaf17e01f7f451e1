import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { executeBlock } from '../../src/chain/execution/executeBlock.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { fromHex, toWord } from '../../src/primitives/hex.ts'
import { afterMisses } from '../../src/primitives/miss.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { startFaultyNode } from '../support/faultyNode.ts'

const BLOCKS = 96
const network = await createChain({ seed: 'forked', blocks: BLOCKS, preset: 'history' })
const node = await serve(network, { port: 0 })
const geth = node.endpoint('geth', { dialect: 'geth' })
/** the schedule of the network, as a user would write it */
const forks = Object.fromEntries(
  network.rules.forks.map(({ name, at }) => [name, 'block' in at ? at.block : at]),
)
const servers: Server[] = []
afterAll(() => Promise.all([node, ...servers].map((server) => server.close())))

function fork(options: Partial<ForkOptions> = {}): Promise<Chain> {
  return createFork({ rpc: node.url, block: 80, clock: fakeClock(), spec: { forks }, ...options })
}

/** A development node on a fork, in dialect geth, and the same questions to the network. */
async function devNode(options: Partial<ForkOptions> = {}) {
  const chain = await fork(options)
  const server = await serve(chain, { port: 0, dev: true, dialect: 'geth' })
  servers.push(server)
  const ask = (method: string, ...params: readonly unknown[]) =>
    server.request({ method, params } as never) as Promise<never>
  return { chain, server, ask }
}

function askNetwork(method: string, ...params: readonly unknown[]): Promise<unknown> {
  return geth.request({ method, params } as never)
}

/** Executes the next block of the network, which is refused unless each field of its header follows. */
async function executeNext(chain: Chain, next: SealedBlock) {
  const { archive, engines } = await chain.blockFactory()
  return afterMisses(async () =>
    executeBlock(engines, await archive.get(chain.tree.head), next.rlp),
  )
}

const number = (value: number) => `0x${value.toString(16)}`

/** Code that returns the BLOCKHASH of a number. */
const blockHash = (value: number) => `0x60${toWord(value).slice(-2)}4060005260206000f3` as const

describe('a forked chain', () => {
  it('executes the next block of the network to the same header, wherever it was forked', async () => {
    for (let pin = 3; pin < BLOCKS; pin += 4) {
      const chain = await fork({ block: pin })
      const next = network.tree.byNumber(pin + 1) as SealedBlock
      const { sealed } = await executeNext(chain, next)
      expect(sealed).toMatchObject({ hash: next.hash })
      expect(sealed.irregularity).toBeUndefined()
    }
  })

  it('does so for blocks that geth and hivechain have built', async () => {
    const official = await loadChain('test/data/execution-apis')
    const served = await serve(official, { port: 0 })
    servers.push(served)
    const schedule = official.rules.forks.map(({ name, at }) => [
      name,
      'block' in at ? at.block : at,
    ])
    for (let pin = 1; pin < official.tree.head.number; pin++) {
      const spec = { forks: Object.fromEntries(schedule) }
      const chain = await fork({ rpc: served.url, block: pin, spec })
      const next = official.tree.byNumber(pin + 1) as SealedBlock
      const { sealed } = await executeNext(chain, next)
      expect(sealed).toMatchObject({ hash: next.hash })
      expect(sealed.irregularity).toBeUndefined()
    }
  })

  it('finds what it needs to remove slots that the network has', async () => {
    const spec = { blocks: 0, preset: 'latest', mnemonic: MNEMONIC } as const
    const upstream = await serve(await createChain(spec), { port: 0, dev: true })
    servers.push(upstream)
    const ask = (method: string, ...params: readonly unknown[]) =>
      upstream.request({ method, params } as never)
    const contract = `0x${'c0'.repeat(20)}` as const
    const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    // Empties the slot that the call names.
    await upstream.setCode(contract, '0x5f5f355500')
    for (let slot = 1n; slot <= 30n; slot++) await upstream.setStorageAt(contract, slot, slot)
    await ask('evm_mine')
    for (let slot = 1; slot <= 30; slot++) {
      const { number: pin } = upstream.head
      const data = toWord(slot)
      const hash = await ask('eth_sendTransaction', { from, to: contract, data, gas: '0x30d40' })
      expect(hash).toMatch(/^0x/)
      const rlp = fromHex((await ask('debug_getRawBlock', number(pin + 1))) as string)
      const chain = await fork({ rpc: upstream.url, block: pin, spec: undefined })
      const { sealed } = await executeNext(chain, { rlp } as SealedBlock)
      expect(sealed).toMatchObject({ hash: upstream.head.hash })
      expect(sealed.irregularity).toBeUndefined()
    }
  })

  it('has blocks that are written by hand', async () => {
    const chain = await fork({ spec: { forks, mnemonic: MNEMONIC } })
    const [rich] = network.accounts
    const [block] = await chain.build(1, async (author) => {
      const token = network.contract('token').address
      await author.add({ from: rich as never, to: token, data: '0x18160ddd' })
      await author.add({ from: rich as never, to: network.contract('pool').address, value: 0n })
    })
    expect(block?.transactions).toHaveLength(2)
    expect(chain.tree.head.irregularity).toBeUndefined()
  })

  it('begins with the pinned block, and says what it was forked from', async () => {
    const { hash } = network.tree.byNumber(80) as SealedBlock
    const chain = await fork({ block: hash })
    expect(chain.tree.head).toMatchObject({ number: 80, hash })
    expect(chain.forkedFrom).toEqual({
      nodes: [`${new URL(node.url).origin}/***`],
      block: { number: 80, hash },
      isOfJournal: false,
      unprovenBecause: undefined,
      warnings: [],
    })
  })

  it('pins the safe block by default', async () => {
    expect((await fork({ block: undefined })).head.header.number).toBe(BLOCKS - 32)
  })

  it.each(['prefer', 'off'] as const)(
    'reads accounts, code and slots: proofs %s',
    async (proofs) => {
      const { ask } = await devNode({ proofs })
      const at = number(80)
      const contracts = network.contracts.slice(0, 8)
      const addresses = [...network.accounts, ...contracts].map(({ address }) => address)
      for (const address of addresses) {
        for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']) {
          expect(await ask(method, address, at)).toBe(await askNetwork(method, address, at))
        }
        for (const slot of ['0x0', '0x1', '0x2', '0x1234']) {
          const params = [address, slot, at]
          expect(await ask('eth_getStorageAt', ...params)).toBe(
            await askNetwork('eth_getStorageAt', ...params),
          )
        }
      }
    },
  )

  it.each(['prefer', 'off'] as const)(
    'runs calls in both kinds of thread: proofs %s',
    async (proofs) => {
      const { ask } = await devNode({ proofs })
      const at = number(80)
      const [owner] = network.accounts
      const data = `0x70a08231${owner?.address.slice(2).padStart(64, '0')}`
      const token = network.contract('token').address
      const code = `0x${'60005460015460025473'}${token.slice(2)}3b`
      for (const params of [
        [{ to: token, data }, at],
        [{ to: token, data: '0x18160ddd' }, at],
        [{ to: token, data: '0xffffffff' }, at],
        [{ data: `${code}60005260206000f3` }, at],
        // More than calls may do in the main thread.
        [{ data: `0x612710${'5b60019003806003573d'}3b00`, gas: '0x1000000' }, at],
      ]) {
        const answer = await ask('eth_call', ...params).catch((error: Error) => error.message)
        const expected = await askNetwork('eth_call', ...params).catch(
          (error: Error) => error.message,
        )
        expect(answer).toEqual(expected)
      }
    },
  )

  it('reads blocks, transactions, receipts and logs of the network before the pinned block', async () => {
    const { ask } = await devNode()
    const block = network.blockByNumber(70)
    const hash = network.blockByNumber(71)?.transactions[0]?.hash ?? block?.transactions[0]?.hash
    const questions: [string, ...unknown[]][] = [
      ['eth_getBlockByNumber', number(70), true],
      ['eth_getBlockByHash', block?.hash, false],
      ['eth_getBlockReceipts', number(71)],
      ['eth_getTransactionByHash', hash],
      ['eth_getTransactionReceipt', hash],
      ['eth_getUncleCountByBlockNumber', number(20)],
      ['eth_getLogs', { fromBlock: number(40), toBlock: number(80) }],
      ['eth_feeHistory', '0x10', number(80), [50]],
      ['eth_getBlockByNumber', 'earliest', false],
      ['debug_traceBlockByNumber', number(70), { tracer: 'callTracer' }],
      ['eth_getBalance', network.accounts[0]?.address, number(12)],
    ]
    for (const [method, ...params] of questions) {
      expect([method, await ask(method, ...params)]).toEqual([
        method,
        await askNetwork(method, ...params),
      ])
    }
  })

  it('does not have what the network has built on the pinned block', async () => {
    const { ask } = await devNode()
    const later = network.blockByNumber(85)
    expect(await ask('eth_getBlockByNumber', number(85), false)).toBeNull()
    expect(await ask('eth_getBlockByHash', later?.hash, false)).toBeNull()
    for (const { hash } of later?.transactions ?? []) {
      expect(await ask('eth_getTransactionByHash', hash)).toBeNull()
    }
  })

  it.each(['prefer', 'off'] as const)(
    'mines what is sent, and takes it back: proofs %s',
    async (proofs) => {
      const { ask, server } = await devNode({ proofs, spec: { forks, mnemonic: MNEMONIC } })
      const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
      await ask('anvil_setBalance', from, '0x56bc75e2d63100000')
      const id = await ask('evm_snapshot')
      const hash = await ask('eth_sendTransaction', {
        from,
        to: network.contract('token').address,
        value: '0x0',
        data: '0x18160ddd',
      })
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({
        blockNumber: number(81),
      })
      await ask(
        'anvil_setStorageAt',
        network.contract('token').address,
        '0x0',
        `0x${'11'.repeat(32)}`,
      )
      await ask('evm_mine')
      expect(server.head.number).toBe(82)
      await ask('evm_revert', id)
      expect(server.head.number).toBe(80)
      expect(
        await ask('eth_getStorageAt', network.contract('token').address, '0x0', 'latest'),
      ).toBe(
        await askNetwork('eth_getStorageAt', network.contract('token').address, '0x0', number(80)),
      )
    },
  )

  it('says that the root of a block is not certain where nothing is proven', async () => {
    const { ask, server } = await devNode({ proofs: 'off' })
    await ask('evm_mine')
    expect(server.irregular?.reasons).toEqual(['stateRoot'])
    const proven = await devNode()
    await proven.ask('evm_mine')
    expect(proven.server.irregular).toBeUndefined()
  })

  it('says what it can be read from if nothing is named', async () => {
    await expect(createFork({})).rejects.toThrow(
      /^rpc: want the URL of a node, or a list of them; or offline: true with a witness instead$/,
    )
  })

  it('refuses what needs the whole state', async () => {
    const { ask } = await devNode()
    await expect(ask('anvil_dumpState')).rejects.toThrow(
      'a forked chain does not have the whole state: it reads only what is asked for',
    )
  })

  it('says how far a reorg reaches', async () => {
    const { ask } = await devNode()
    await ask('evm_mine')
    await expect(ask('anvil_reorg', 7, [])).rejects.toThrow(
      `depth: 7 is more than the 1 blocks that can be removed: a fork reaches back to its pinned block, 80`,
    )
  })

  it.each([{ blocks: 5 }, { preset: 'pow' }, { gasLimit: 1_000_000 }])(
    'refuses %o, which follows from the network',
    async (spec) => {
      const [name] = Object.keys(spec)
      await expect(createFork({ rpc: node.url, spec: spec as object })).rejects.toThrow(
        `spec.${name}: a fork has it from its network; its spec can have only: forks, chainId, `,
      )
    },
  )

  it('gives code the hashes of blocks of the network', async () => {
    const { ask } = await devNode()
    // BLOCKHASH of the block before the pinned one, and of one 60 before.
    for (const before of [1, 60]) {
      expect(await ask('eth_call', { data: blockHash(80 - before) }, number(80))).toBe(
        network.tree.byNumber(80 - before)?.hash,
      )
    }
  })

  it('reads hashes from the contract that stores them, if the state is proven', async () => {
    const proxy = await startFaultyNode(node.url)
    onTestFinished(() => proxy.close())
    const isPrague = (at: number) => network.blockByNumber(at)?.header.requestsHash !== undefined
    const since = [...Array(BLOCKS).keys()].findIndex(isPrague)
    expect(since).toBeGreaterThan(10)
    const pin = since + 20
    for (const [proofs, at, headers] of [
      ['require', since + 3, 0],
      // Before the fork nothing stored them.
      ['require', since - 4, 23],
      ['off', since + 3, 16],
    ] as const) {
      const chain = await fork({ rpc: proxy.url, block: pin, proofs })
      const before = proxy.asked.length
      expect(await chain.call({ data: blockHash(at) })).toBe(network.tree.byNumber(at)?.hash)
      const asked = proxy.asked.slice(before).map(({ method }) => method)
      const count = asked.filter((method) => method === 'eth_getBlockByNumber').length
      expect([proofs, at, count]).toEqual([proofs, at, headers])
    }
  })
})

const MNEMONIC = 'test test test test test test test test test test test junk'
