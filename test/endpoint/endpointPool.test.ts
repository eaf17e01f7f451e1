import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { serve } from '../../src/server/serve.ts'

it('has the same order whether clients read it between moves or not', async () => {
  const spec = { seed: 'pool', blocks: 4, preset: 'latest', mnemonic: TEST_MNEMONIC } as const
  const options = { port: 0, dev: true, automine: false, apiKeys: ['read', 'unread'] }
  const server = await serve(await createChain(spec), options)
  const accounts = (await server.request({ method: 'eth_accounts' })) as Hex[]
  const heads = await Promise.all(
    ['read', 'unread'].map(async (key) => {
      const endpoint = server.endpoint(key)
      const read = () => key === 'read' && endpoint.request({ method: 'txpool_content' })
      for (const from of accounts.slice(0, 3)) {
        const transaction = { from, to: from, maxPriorityFeePerGas: '0x5' }
        await endpoint.request({ method: 'eth_sendTransaction', params: [transaction] })
        await endpoint.mine()
        await read()
      }
      await endpoint.rollback(3)
      await read()
      expect(await endpoint.mine()).toHaveLength(1)
      return endpoint.head
    }),
  )
  expect(heads[1]).toEqual(heads[0])
  await server.close()
})

it('takes back what a follower has sent when its leader leaves blocks that are freed at once', async () => {
  const spec = { seed: 'pool', blocks: 4, preset: 'latest', mnemonic: TEST_MNEMONIC } as const
  const options = {
    port: 0,
    dev: true,
    apiKeys: ['leader', 'follower'],
    limits: { undoneBytes: 1 },
  }
  const server = await serve(await createChain(spec), options)
  const [leader, follower] = [server.endpoint('leader'), server.endpoint('follower')]
  const [from] = (await server.request({ method: 'eth_accounts' })) as Hex[]
  const sent = { method: 'eth_sendTransaction', params: [{ from, to: from }] }
  const lag = { behind: 'leader', blocks: 0 }
  // They share their blocks from here on.
  await follower.setLag(lag)
  const hash = await follower.request(sent)
  await follower.mine(5)
  await leader.advanceTo(follower.head.hash)
  await follower.setLag(lag)
  await leader.reset()
  const found = await follower.request({ method: 'eth_getTransactionByHash', params: [hash] })
  expect(found).toMatchObject({ hash, blockHash: null })
  await server.close()
})
