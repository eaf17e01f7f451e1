import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const chainId = 31_337
const alice = mnemonicToAccount(TEST_MNEMONIC)

let server: Server
afterEach(() => server.close())

async function start(automine: boolean): Promise<void> {
  const chain = await createChain({ seed: 'revert', chainId, mnemonic: TEST_MNEMONIC, blocks: 4 })
  server = await serve(chain, { port: 0, dev: true, automine })
}

const call = (method: string, ...params: unknown[]) => server.request({ method, params })

async function send(nonce: number, value: bigint): Promise<unknown> {
  const transaction = { chainId, nonce, to: alice.address, value, gas: 21_000n }
  return call(
    'eth_sendRawTransaction',
    await alice.signTransaction({ ...transaction, gasPrice: 10n ** 11n }),
  )
}

const pool = () => call('txpool_status')

it.each([
  ['evm_revert', async (id: unknown) => call('evm_revert', id)],
  ['anvil_reset', async () => call('anvil_reset')],
])('%s forgets what was sent since then', async (_, goBack) => {
  await start(true)
  const id = await call('evm_snapshot')
  const first = await send(0, 1n)
  expect(await call('eth_getTransactionReceipt', first)).toMatchObject({ transactionIndex: '0x0' })
  await goBack(id)
  expect(await pool()).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await call('eth_getTransactionByHash', first)).toBeNull()
  // As another test would, with the same nonce; and the same transaction once more.
  await call('evm_snapshot')
  const second = await send(0, 2n)
  expect(await call('eth_getTransactionReceipt', second)).toMatchObject({ transactionIndex: '0x0' })
  await call('anvil_reset')
  expect(await send(0, 1n)).toBe(first)
  expect(await call('eth_getTransactionReceipt', first)).toMatchObject({ transactionIndex: '0x0' })
})

it('returns to the pool what had waited there', async () => {
  await start(false)
  const waiting = await send(0, 1n)
  const id = await call('evm_snapshot')
  await send(1, 1n)
  await call('evm_mine')
  expect(await pool()).toEqual({ pending: '0x0', queued: '0x0' })
  await call('evm_revert', id)
  expect(await pool()).toEqual({ pending: '0x1', queued: '0x0' })
  expect(await call('eth_getTransactionByHash', waiting)).toMatchObject({ blockNumber: null })
})

it('knows what the blocks of a later snapshot have: a rollback returns it to the pool', async () => {
  await start(true)
  await call('ommer_snapshot')
  const sent = await send(0, 1n)
  await call('ommer_snapshot')
  await call('ommer_revert', 1)
  expect(await call('eth_getTransactionByHash', sent)).toBeNull()
  await call('ommer_revert', 2)
  expect(await call('eth_getTransactionReceipt', sent)).toMatchObject({ transactionIndex: '0x0' })
  await call('ommer_rollback', 1)
  expect(await pool()).toEqual({ pending: '0x1', queued: '0x0' })
  expect(await call('eth_getTransactionByHash', sent)).toMatchObject({ blockNumber: null })
})

it('restores the pool of a later snapshot, also after a reset', async () => {
  await start(false)
  await call('ommer_snapshot')
  const sent = [await send(0, 1n), await send(2, 1n)]
  await call('ommer_snapshot')
  const saved = await call('txpool_content')
  for (const goBack of [() => call('ommer_revert', 1), () => call('ommer_reset')]) {
    await goBack()
    expect(await pool()).toEqual({ pending: '0x0', queued: '0x0' })
    await send(0, 2n)
    await call('ommer_revert', 2)
    expect(await call('txpool_content')).toEqual(saved)
  }
  expect(await call('eth_getTransactionByHash', sent[1])).toMatchObject({ blockNumber: null })
})

it('returns to the pool what was replaced, or could not be paid, since the snapshot', async () => {
  await start(false)
  const replaced = await send(0, 1n)
  const id = await call('evm_snapshot')
  const saved = await call('txpool_content')
  const transaction = { chainId, nonce: 0, to: alice.address, value: 2n, gas: 21_000n }
  await call(
    'eth_sendRawTransaction',
    await alice.signTransaction({ ...transaction, gasPrice: 2n * 10n ** 11n }),
  )
  expect(await call('eth_getTransactionByHash', replaced)).toBeNull()
  await call('ommer_revert', Number(id))
  expect(await call('txpool_content')).toEqual(saved)
  await call('anvil_setBalance', alice.address, '0x0')
  expect(await pool()).toEqual({ pending: '0x0', queued: '0x0' })
  await call('evm_revert', id)
  expect(await call('txpool_content')).toEqual(saved)
})

it('forgets a transaction for good that was dropped, and one that came after the last snapshot', async () => {
  await start(false)
  const dropped = await send(0, 1n)
  const id = await call('evm_snapshot')
  await call('ommer_dropTransaction', dropped)
  await send(1, 1n)
  await call('evm_revert', id)
  expect(await pool()).toEqual({ pending: '0x0', queued: '0x0' })
})
