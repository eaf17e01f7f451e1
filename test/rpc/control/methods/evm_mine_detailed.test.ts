import { expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../../support/serving.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const { ask } = await serveForTests(
  { preset: 'latest', blocks: 0, mnemonic: TEST_MNEMONIC },
  { dev: true, automine: false, callTimeout: 0 },
)

it('mines, and returns the blocks with their transactions', async () => {
  await ask('eth_sendTransaction', { from, to: from })
  const mined = await ask<object[]>('evm_mine_detailed', { blocks: 2 })
  expect(mined).toEqual([
    await ask('eth_getBlockByNumber', '0x1', true),
    await ask('eth_getBlockByNumber', '0x2', true),
  ])
  expect(mined[0]).toMatchObject({ number: '0x1', transactions: [{ from }] })
})

it('accepts the chain id of the chain alone', async () => {
  expect(await ask('anvil_setChainId', 1337)).toBeNull()
  await expect(ask('anvil_setChainId', '0x1')).rejects.toThrow('the chain id is 1337')
})

it('sets the time', async () => {
  const { timestamp } = await ask<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
  expect(await ask('evm_setTime', Number(timestamp) + 500)).toBe(500)
  await ask('evm_mine')
  const mined = await ask<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
  expect(Number(mined.timestamp)).toBe(Number(timestamp) + 500)
})
