import { expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { serveForTests } from '../../support/serving.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const { server } = await serveForTests(
  { preset: 'latest', blocks: 0, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

it('returns the receipt once a block has the transaction', async () => {
  const params = [{ from, to: from }]
  expect(await server.request({ method: 'eth_sendTransactionSync', params })).toMatchObject({
    blockNumber: '0x1',
    from,
    status: '0x1',
  })
})

it('gives up after a time', async () => {
  await server.request({ method: 'evm_setAutomine', params: [false] })
  const params = [{ from, to: from }, 1]
  const sent = server.request({ method: 'eth_sendTransactionSync', params })
  await expect(sent).rejects.toMatchObject({ code: 4 })
})
