import { expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../support/serving.ts'

const { ask } = await serveForTests(
  { preset: 'latest', blocks: 12, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

interface Found {
  readonly from: string
  readonly nonce: string
  readonly hash: string
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
