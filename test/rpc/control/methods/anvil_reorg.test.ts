import { expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../../support/serving.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = `0x${'ee'.repeat(20)}`

const { ask } = await serveForTests(
  { preset: 'latest', blocks: 0, mnemonic: TEST_MNEMONIC },
  { dev: true, dialect: 'anvil', callTimeout: 0 },
)

interface Mined {
  readonly transactions: readonly { readonly nonce: string; readonly value: string }[]
}

it('includes transactions that are given as objects, with the nonces after the fork', async () => {
  await ask('eth_sendTransaction', { from, to, value: '0x1' })
  await ask('anvil_mine', '0x2')
  await ask('eth_sendTransaction', { from, to, value: '0x2' })
  const first = { from, to, value: '0x7' }
  const pairs = [
    [first, 0],
    [{ ...first, value: '0x8' }, 1],
  ]
  expect(await ask('anvil_reorg', 2, pairs)).toBeNull()
  const [third, fourth] = [
    await ask<Mined>('eth_getBlockByNumber', '0x3', true),
    await ask<Mined>('eth_getBlockByNumber', '0x4', true),
  ]
  expect(third.transactions).toMatchObject([{ nonce: '0x1', value: '0x7' }])
  expect(fourth.transactions).toMatchObject([{ nonce: '0x2', value: '0x8' }])
})

it('reads options from an object', async () => {
  await ask('anvil_mine', '0x2')
  await ask('anvil_reorg', { depth: 1, tx_block_pairs: [[{ to, value: '0x9' }, 0]] })
  const { transactions } = await ask<Mined>('eth_getBlockByNumber', 'latest', true)
  expect(transactions).toMatchObject([{ value: '0x9', from }])
})

it('says why a transaction cannot be signed', async () => {
  await ask('anvil_mine', '0x1')
  const refused = ask('anvil_reorg', 1, [[{ from: to, to }, 0]])
  await expect(refused).rejects.toMatchObject({ message: 'No Signer available' })
})
