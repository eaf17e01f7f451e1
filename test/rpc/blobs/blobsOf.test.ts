import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'
import type { Server } from '../../../src/server/serve.ts'
import { blocksOf } from '../../support/chain.ts'
import { provenBlobs, versionedHash } from '../../support/provenBlobs.ts'
import { ask, serveForTests, serveInTest } from '../../support/serving.ts'
import { signedBlobs } from '../../support/signedBlobs.ts'

const spec = { preset: 'latest', blocks: 0, mnemonic: TEST_MNEMONIC } as const
const options = { dev: true, callTimeout: 0 } as const

const blobs = provenBlobs()
const contents = blobs.map(({ blob }) => toHex(blob))
const [hash] = blobs.map(({ commitment }) => toHex(versionedHash(commitment))) as [Hex]
const raw = await signedBlobs(0)

/** What the blocks and transactions of all endpoints take. */
async function ownBytes({ url }: Server): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^ommer_own_chain_bytes (\d+)$/m.exec(metrics)?.[1])
}

describe('the blobs of generated transactions', async () => {
  const { chain, ask: call } = await serveForTests({ preset: 'latest', blocks: 40, seed: 3 })
  const sent = blocksOf(chain).flatMap(({ transactions }) =>
    transactions.filter(({ type }) => type === 3),
  )

  it('are those whose hashes the transactions have', async () => {
    expect(sent.length).toBeGreaterThan(1)
    for (const { hash: transaction, blobVersionedHashes = [] } of sent) {
      const read = await call<Hex[]>('anvil_getBlobsByTransactionHash', transaction)
      expect(read.map(({ length }) => length)).toEqual(
        blobVersionedHashes.map(() => 2 + 2 * 131_072),
      )
      const one = await call('anvil_getBlobByHash', blobVersionedHashes.at(-1))
      expect(one).toBe(read.at(-1))
    }
    const hashes = sent.flatMap(({ blobVersionedHashes = [] }) => blobVersionedHashes)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('are null for what has none', async () => {
    const plain = blocksOf(chain).flatMap(({ transactions }) => transactions)[0]?.hash
    expect(await call('anvil_getBlobsByTransactionHash', plain)).toBeNull()
    expect(await call('anvil_getBlobsByTransactionHash', hash)).toBeNull()
    expect(await call('anvil_getBlobByHash', hash)).toBeNull()
  })
})

describe('the blobs of a sent transaction', () => {
  it('are those that were sent, in the pool and in a block', async () => {
    const server = await serveInTest(await createChain(spec), { ...options, automine: false })
    const transaction = await ask(server, 'eth_sendRawTransaction', raw)
    expect(await ask(server, 'anvil_getBlobsByTransactionHash', transaction)).toEqual(contents)
    expect(await ask(server, 'anvil_getBlobByHash', hash)).toBeNull()
    await server.mine()
    expect(await ask(server, 'anvil_getBlobsByTransactionHash', transaction)).toEqual(contents)
    expect(await ask(server, 'anvil_getBlobByHash', hash)).toBe(contents[0])
  })

  it('survive a reorg, and are forgotten with the transaction', async () => {
    const server = await serveInTest(await createChain(spec), options)
    const snapshot = await ask(server, 'evm_snapshot')
    const transaction = await ask(server, 'eth_sendRawTransaction', raw)
    const read = () => ask(server, 'anvil_getBlobsByTransactionHash', transaction)
    await server.rollback(1)
    expect(await read()).toEqual(contents)
    await server.mine()
    expect(await read()).toEqual(contents)
    const before = await ownBytes(server)
    await ask(server, 'evm_revert', snapshot)
    expect(await read()).toBeNull()
    expect(before - (await ownBytes(server))).toBeGreaterThan(2 * 131_072)
    await ask(server, 'eth_sendRawTransaction', raw)
    expect(await read()).toEqual(contents)
  })

  it('are forgotten when a full pool drops it', async () => {
    const limits = { poolTransactions: 1 }
    const server = await serveInTest(await createChain(spec), {
      ...options,
      limits,
      automine: false,
    })
    await ask(server, 'eth_sendRawTransaction', raw)
    const before = await ownBytes(server)
    const [, from] = (await ask(server, 'eth_accounts')) as [Hex, Hex]
    const fee = '0x2540be4000'
    const better = { from, to: from, maxFeePerGas: fee, maxPriorityFeePerGas: fee }
    await ask(server, 'eth_sendTransaction', better)
    expect(before - (await ownBytes(server))).toBeGreaterThan(131_072)
  })

  it('are found while the head moves', async () => {
    const server = await serveInTest(await createChain(spec), options)
    await ask(server, 'eth_sendRawTransaction', raw)
    for (let round = 0; round < 10; round++) {
      const found = ask(server, 'anvil_getBlobByHash', hash)
      await server.mine()
      expect(await found).toBe(contents[0])
    }
  })

  it('are read at an endpoint that follows', async () => {
    const server = await serveInTest(await createChain(spec), {
      ...options,
      apiKeys: ['leader', 'follower'],
    })
    const [leader, follower] = [server.endpoint('leader'), server.endpoint('follower')]
    await follower.setLag({ behind: 'leader', blocks: 0 })
    const transaction = await ask(leader, 'eth_sendRawTransaction', raw)
    const read = ask(follower, 'anvil_getBlobsByTransactionHash', transaction)
    expect(await read).toEqual(contents)
  })
})

it('are not known where only a block has their hashes', async () => {
  const chain = await createChain(spec)
  const [from] = chain.accounts as [Account]
  await chain.build(1, async (author) => {
    await author.add({ from, to: from.address, blobVersionedHashes: [hash] })
  })
  const server = await serveInTest(chain)
  const transaction = chain.head.transactions[0]?.hash
  await expect(ask(server, 'anvil_getBlobsByTransactionHash', transaction)).rejects.toMatchObject({
    code: 4444,
    message: `the blobs of transaction ${transaction} are not known: they were not sent to this endpoint, or memory was short (chainsBytes)`,
  })
})
