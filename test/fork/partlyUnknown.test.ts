import { expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { toQuantity, toWord } from '../../src/primitives/hex.ts'
import { serve } from '../../src/serve.ts'
import { MNEMONIC, owner } from '../support/swapNetwork.ts'

const contract = `0x${'c0'.repeat(20)}` as const

/** A network with a contract, and a fork of it. */
async function start(proofs: ForkOptions['proofs']) {
  const spec = { mnemonic: MNEMONIC }
  const chain = await createChain({ blocks: 0, preset: 'latest', ...spec })
  const network = await serve(chain, { port: 0, dev: true })
  onTestFinished(() => network.close())
  await network.setCode(contract, '0x00')
  await network.setStorageAt(contract, 1n, 7n)
  await network.mine(2)
  const fork = await createFork({ rpc: network.url, block: 'latest', proofs, spec })
  const server = await serve(fork, { port: 0, dev: true })
  onTestFinished(() => server.close())
  const ask = (at: typeof server, method: string, ...params: unknown[]) =>
    at.request({ method, params } as never) as Promise<never>
  return { network, fork, server, ask }
}

const refused = { data: { code: 'PARTLY_UNKNOWN' } }

it('gives no storage root and builds no payload where nothing proves values', async () => {
  const { network, fork, server, ask } = await start('off')
  for (const number of [server.head.number, server.head.number - 1]) {
    const asked = ask(server, 'eth_getAccount', contract, toQuantity(number))
    await expect(asked).rejects.toMatchObject(refused)
  }
  const { storageRoot, codeHash } = await fork.account(contract)
  const account = await ask(network, 'eth_getAccount', contract, 'latest')
  expect(storageRoot).toBeUndefined()
  expect(account).toMatchObject({ codeHash })
  const attributes = {
    timestamp: '0xffffffff',
    prevRandao: toWord(1),
    suggestedFeeRecipient: owner,
    withdrawals: [],
    parentBeaconBlockRoot: toWord(2),
  }
  const built = ask(server, 'testing_buildBlockV1', server.head.hash, attributes, [])
  await expect(built).rejects.toMatchObject(refused)
})

it('gives the storage roots of the network where proofs exist', async () => {
  const { network, fork, server, ask } = await start('require')
  for (const address of [contract, owner] as const) {
    const account = await ask(network, 'eth_getAccount', address, 'latest')
    expect(await ask(server, 'eth_getAccount', address, 'latest')).toEqual(account)
    const { storageRoot } = account as { readonly storageRoot: string }
    expect((await fork.account(address)).storageRoot).toBe(storageRoot)
  }
})

it('says who created its own contracts, and refuses for those of the network', async () => {
  const { server, ask } = await start('prefer')
  const own = { from: owner, data: '0x60015f5360015ff3', gas: '0x30d40' }
  const hash = await ask(server, 'eth_sendTransaction', own)
  const { contractAddress } = await ask(server, 'eth_getTransactionReceipt', hash)
  const creator = { hash, creator: owner }
  expect(await ask(server, 'ots_getContractCreator', contractAddress)).toEqual(creator)
  await expect(ask(server, 'ots_getContractCreator', contract)).rejects.toMatchObject(refused)
})

it('names genesis as the oldest block, because earlier ones are read', async () => {
  const { server, ask } = await start('prefer')
  const oldest = { disabled: false, oldestBlock: '0x0' }
  expect(await ask(server, 'eth_capabilities')).toMatchObject({ blocks: oldest, logs: oldest })
})
