import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

let server: Server
beforeAll(async () => {
  const chain = await createChain({ preset: 'latest', blocks: 12, mnemonic: TEST_MNEMONIC })
  server = await serve(chain, { port: 0, dev: true, callTimeout: 0 })
})
afterAll(() => server.close())

interface Found {
  readonly from: string
  readonly nonce: string
  readonly hash: string
}

function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  return server.request({ method, params }) as Promise<T>
}

it('finds each transaction of the chain', async () => {
  let count = 0
  for (let number = 1; number <= 12; number++) {
    const block = await ask<{ transactions: Found[] }>(
      'eth_getBlockByNumber',
      `0x${number.toString(16)}`,
      true,
    )
    for (const transaction of block.transactions) {
      const { from, nonce } = transaction
      expect(await ask('eth_getTransactionBySenderAndNonce', from, nonce)).toEqual(transaction)
      count++
    }
  }
  expect(count).toBeGreaterThan(10)
})

it('finds what waits in the pool, and nothing else', async () => {
  await ask('evm_setAutomine', false)
  const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const hash = await ask<string>('eth_sendTransaction', { from, to: from })
  const { nonce } = await ask<Found>('eth_getTransactionByHash', hash)
  expect(await ask('eth_getTransactionBySenderAndNonce', from, nonce)).toMatchObject({
    hash,
    blockHash: null,
  })
  expect(await ask('eth_pendingTransactions')).toMatchObject([{ hash, from, nonce }])
  expect(await ask('eth_getTransactionBySenderAndNonce', from, '0x99')).toBeNull()
})
