import { createBlockFromRLP } from '@ethereumjs/block'
import { createMPT } from '@ethereumjs/mpt'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { hexToBytes } from '@ethereumjs/util'
import { createVM, runBlock } from '@ethereumjs/vm'
import { keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { createFork } from '../../../src/createFork.ts'
import { toQuantity, toWord } from '../../../src/primitives/hex.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { serveForTests } from '../../support/serving.ts'
import { stockCommon } from '../../support/stockGenesis.ts'

type Hex = `0x${string}`

interface Witness {
  readonly headers: readonly { readonly number: Hex; readonly stateRoot: Hex }[]
  readonly codes: readonly Hex[]
  readonly state: readonly Hex[]
  readonly keys: null
}

describe.each(['eras', 'latest', 'amsterdam'] as const)(
  'the witness: preset %s',
  async (preset) => {
    const { chain, ask } = await serveForTests({
      preset,
      ...(preset === 'eras' && { forks: { byzantium: 0 } }),
      seed: 'witness',
      blocks: 12,
    })
    const common = stockCommon(chain.rules)
    const witnessOf = (number: number) =>
      ask('debug_executionWitness', toQuantity(number)) as Promise<Witness>

    /** Runs a block with nothing but these nodes and codes. */
    async function run(number: number, { headers, codes, state }: Witness): Promise<void> {
      const trie = await createMPT({ useKeyHashing: true, common })
      for (const item of [...state, ...codes]) {
        await trie.database().put(hexToBytes(keccak256(item)), hexToBytes(item))
      }
      const root = hexToBytes((headers.at(-1) as Witness['headers'][number]).stateRoot)
      trie.root(root)
      const stateManager = new MerkleStateManager({
        trie,
        common,
        prefixCodeHashes: false,
        caches: new Caches(),
      })
      const vm = await createVM({ common: common.copy(), stateManager, setHardfork: true })
      const { rlp } = chain.tree.byNumber(number) as { rlp: Uint8Array }
      const block = createBlockFromRLP(rlp, { common, setHardfork: true })
      await runBlock(vm, { block, root, setHardfork: true, skipHeaderValidation: true })
    }

    it('is all that stock @ethereumjs needs to run each block', async () => {
      for (let number = 1; number <= chain.tree.head.number; number++) {
        const witness = await witnessOf(number)
        expect(witness.keys).toBeNull()
        expect(witness.headers.at(-1)?.number).toBe(toQuantity(number - 1))
        await run(number, witness)
      }
    })

    it('has the root, without which nothing runs', async () => {
      const number = chain.tree.head.number
      const witness = await witnessOf(number)
      const root = witness.headers.at(-1)?.stateRoot
      const state = witness.state.filter((node) => keccak256(node) !== root)
      expect(state).toHaveLength(witness.state.length - 1)
      await expect(run(number, { ...witness, state })).rejects.toThrow()
    })
  },
)

describe('debug_executionWitness', async () => {
  const { ask, server } = await serveForTests(
    { preset: 'latest', blocks: 4 },
    { dev: true, callTimeout: 0 },
  )

  it('has the ancestors whose hashes the block asks for', async () => {
    const endpoint = server.endpoint('hashes')
    const address = `0x${'c7'.repeat(20)}` as const
    // BLOCKHASH of block 2.
    await endpoint.setCode(address, '0x60024050')
    const [from] = (await endpoint.request({ method: 'eth_accounts', params: [] })) as Hex[]
    await endpoint.request({ method: 'eth_sendTransaction', params: [{ from, to: address }] })
    const witness = (await endpoint.request({
      method: 'debug_executionWitness',
      params: ['latest'],
    })) as Witness
    expect(witness.headers.map(({ number }) => number)).toEqual(['0x2', '0x3', '0x4'])
    expect(witness.codes).toContain('0x60024050')
  })

  it('refuses genesis and unknown blocks', async () => {
    const hash = `0x${'12'.repeat(32)}`
    const given = ['0x0', 'earliest', '0x99', hash, { blockHash: hash, requireCanonical: true }]
    const answers = given.map((each) => ask('debug_executionWitness', each))
    // As geth 1.17.10.
    expect(await Promise.all(answers.map((each) => each.catch((error) => error.message)))).toEqual([
      'block {0x0 <nil> false} found, but parent missing',
      'block {earliest <nil> false} found, but parent missing',
      'block {0x99 <nil> false} not found',
      `block {<nil> ${hash} false} not found`,
      `block {<nil> ${hash} true} not found`,
    ])
  })
})

it('has the code that an account gets in the block, such as a delegation, where the block then reads it', async () => {
  // geth 1.17.10 has the same code for this block: `npm run interop:geth -- --traces` found it.
  const { chain, ask } = await serveForTests({ preset: 'history', seed: '433160924', blocks: 57 })
  const [transaction] = chain.blockByNumber(57)?.transactions ?? []
  const delegate = transaction?.authorizationList?.[0]?.address.slice(2)
  const { codes } = (await ask('debug_executionWitness', '0x39')) as Witness
  expect(codes).toContain(`0xef0100${delegate}`)
})

describe('on a fork', () => {
  const servers: Server[] = []
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  /** A network, and a fork of its head; each block of both has the same time. */
  async function forked(spec: ChainSpec) {
    const network = await serve(await createChain(spec), { port: 0, dev: true, automine: false })
    servers.push(network)
    const begin = async () => {
      const chain = await createFork({ rpc: network.url, block: network.head.number })
      const fork = await serve(chain, { port: 0, dev: true, automine: false })
      servers.push(fork)
      return [network, fork] as const
    }
    return { network, begin }
  }

  const ask = (server: Server, method: string, ...params: readonly unknown[]) =>
    server.request({ method, params } as never) as Promise<never>

  /** The witnesses of the next block of each. */
  async function witnesses(
    both: readonly [Server, Server],
    transaction?: Hex,
  ): Promise<[Witness, Witness]> {
    const { timestamp }: { readonly timestamp: Hex } = await ask(
      both[0],
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    const witness = async (server: Server): Promise<Witness> => {
      if (transaction !== undefined) await ask(server, 'eth_sendRawTransaction', transaction)
      await ask(server, 'evm_setNextBlockTimestamp', Number(timestamp) + 12)
      await ask(server, 'evm_mine')
      return ask(server, 'debug_executionWitness', 'latest')
    }
    return [await witness(both[0]), await witness(both[1])]
  }

  it('is that of the same block of the network, also where nodes move up', async () => {
    const mnemonic = 'test test test test test test test test test test test junk'
    const { network, begin } = await forked({ blocks: 0, preset: 'latest', mnemonic })
    const contract = `0x${'c0'.repeat(20)}` as const
    const account = mnemonicToAccount(mnemonic)
    const chainId = Number(await ask(network, 'eth_chainId'))
    // Empties the slot that the call names.
    await network.setCode(contract, '0x5f5f355500')
    for (let slot = 1n; slot <= 8n; slot++) await network.setStorageAt(contract, slot, slot)
    await ask(network, 'evm_mine')
    for (let slot = 1; slot <= 8; slot++) {
      const call = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce: slot - 1,
        to: contract,
        data: toWord(slot),
        gas: 200_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 9n,
      })
      const [wanted, witness] = await witnesses(await begin(), call)
      expect(witness.state).toEqual(wanted.state)
      expect(witness.codes).toEqual(wanted.codes)
    }
  })

  it('has the ancestors whose hashes a block before the pinned one asks for', async () => {
    const { network, begin } = await forked({ blocks: 4, preset: 'latest' })
    const to = `0x${'c7'.repeat(20)}` as const
    // BLOCKHASH of block 2.
    await network.setCode(to, '0x60024050')
    await network.mine()
    const [from] = (await ask(network, 'eth_accounts')) as Hex[]
    await ask(network, 'eth_sendTransaction', { from, to, gas: '0x10000' })
    await network.mine()
    const block = toQuantity(network.head.number)
    await network.mine()
    const [, fork] = await begin()
    const { headers }: Witness = await ask(fork, 'debug_executionWitness', block)
    const wanted: Witness = await ask(network, 'debug_executionWitness', block)
    expect(wanted.headers.at(0)?.number).toBe('0x2')
    expect(headers).toEqual(wanted.headers)
  })

  it('has the root for a block that reads nothing', async () => {
    const { begin } = await forked({ blocks: 2, forks: { shanghai: 0 } })
    const [wanted, witness] = await witnesses(await begin())
    expect(witness.state).toEqual(wanted.state)
    expect(witness.state.map((node) => keccak256(node))).toEqual([
      witness.headers.at(-1)?.stateRoot,
    ])
  })
})
