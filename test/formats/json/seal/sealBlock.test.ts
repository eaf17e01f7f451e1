import { expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { BlockJson } from '../../../../src/formats/json/blockJson.ts'
import { sealBlock } from '../../../../src/formats/json/seal/sealBlock.ts'
import { serve } from '../../../../src/serve.ts'
import { turnsDuring } from '../../../support/turnsDuring.ts'

const chain = await createChain({
  blocks: 1,
  preset: 'pow',
  transactionsPerBlock: [450, 450],
  gasLimit: 1_000_000_000,
})
const server = await serve(chain, { port: 0 })
const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
const json = {
  block: await ask('eth_getBlockByNumber', '0x1', true),
  receipts: await ask('eth_getBlockReceipts', '0x1'),
  uncles: [],
} as BlockJson
await server.close()

it('yields while it recovers senders', async () => {
  expect(json.block.transactions).toHaveLength(450)
  const turns = await turnsDuring(async () => {
    const { sealed } = await sealBlock(json, { chainId: chain.chainId }, { signatures: true })
    expect(sealed.hash).toBe(json.block.hash)
  })
  expect(turns).toBeGreaterThanOrEqual(2)
})

it('stops when the signal is aborted', async () => {
  const reason = new Error('stopped by the test')
  await expect(
    sealBlock(
      json,
      { chainId: chain.chainId },
      { signatures: true, signal: AbortSignal.abort(reason) },
    ),
  ).rejects.toBe(reason)
})
