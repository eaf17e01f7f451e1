import { getContractAddress } from 'viem'
import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { serve } from '../../../src/server/serve.ts'

it('lets nonces grow beyond 2^53, which stay exact', async () => {
  const spec = { seed: 'nonce', blocks: 1, preset: 'latest', mnemonic: TEST_MNEMONIC } as const
  const server = await serve(await createChain(spec), { port: 0, dev: true })
  const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
  const [from] = (await ask('eth_accounts')) as [Hex]
  await ask('anvil_setNonce', from, '0x1fffffffffffff')
  for (let nonce = 2n ** 53n - 1n; nonce <= 2n ** 53n + 2n; nonce++) {
    const hash = await ask('eth_sendTransaction', { from, data: '0x00', gas: '0x30000' })
    const quantity = `0x${nonce.toString(16)}`
    const next = `0x${(nonce + 1n).toString(16)}`
    const created = getContractAddress({ from, nonce }).toLowerCase()
    const mined = { blockNumber: await ask('eth_blockNumber'), nonce: quantity }
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject(mined)
    const block = { transactions: [{ hash, nonce: quantity }] }
    expect(await ask('eth_getBlockByNumber', 'latest', true)).toMatchObject(block)
    const receipt = { contractAddress: created, status: '0x1' }
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject(receipt)
    expect(await ask('eth_getBlockReceipts', 'latest')).toMatchObject([receipt])
    expect(await ask('eth_getTransactionCount', from, 'latest')).toBe(next)
    expect(await ask('eth_getTransactionCount', from, 'pending')).toBe(next)
    const options = { tracer: 'callTracer' }
    expect(await ask('debug_traceTransaction', hash, options)).toMatchObject({ to: created })
    expect(await ask('eth_getProof', from, [], 'latest')).toMatchObject({ nonce: next })
  }
  await server.close()
})
