import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { serveForTests } from '../../support/serving.ts'

it('says so if a block would access more than its gas limit allows (EIP-7928)', async () => {
  const forks = { bpo2: 0, paris: 0, amsterdam: 0 }
  const chain = await createChain({ preset: 'latest', forks, blocks: 2, seed: 'gas limit' })
  const { ask } = await serveForTests(chain, { dev: true })
  await ask('evm_setBlockGasLimit', '0x9c40')
  const problem =
    /^block 3: it accesses \d+ addresses and slots, and its gas limit of 40000 allows 20$/
  await expect(ask('evm_mine')).rejects.toThrow(problem)
  await expect(ask('eth_getBlockByNumber', 'pending', false)).rejects.toThrow(problem)
  expect(await ask('eth_blockNumber')).toBe('0x2')
  await ask('evm_setBlockGasLimit', '0xf4240')
  await ask('evm_mine')
  expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    number: '0x3',
    gasLimit: '0xf4240',
  })
})
