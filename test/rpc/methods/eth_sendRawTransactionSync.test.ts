import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import type { ServeOptions } from '../../../src/server/options.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

const alice = mnemonicToAccount(TEST_MNEMONIC)
const METHOD = 'eth_sendRawTransactionSync'

let server: Server
afterEach(() => server.close())

async function start(options: ServeOptions = {}): Promise<void> {
  const spec = { seed: 'sync', mnemonic: TEST_MNEMONIC, blocks: 4, preset: 'latest' } as const
  server = await serve(await createChain(spec), { port: 0, dev: true, ...options })
}

const sign = (nonce = 0): Promise<Hex> =>
  alice.signTransaction({
    chainId: 1337,
    nonce,
    to: `0x${'11'.repeat(20)}`,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
  })

const ask = (method: string, ...params: unknown[]) => server.request({ method, params })

async function pooled(): Promise<number> {
  const { pending, queued } = (await ask('txpool_status')) as { pending: Hex; queued: Hex }
  return Number(pending) + Number(queued)
}

it('answers with the receipt of a transaction that is mined at once', async () => {
  await start()
  const receipt = (await ask(METHOD, await sign())) as { transactionHash: Hex }
  expect(receipt).toMatchObject({ status: '0x1', blockHash: server.head.hash })
  expect(await ask('eth_getTransactionReceipt', receipt.transactionHash)).toEqual(receipt)
})

it('waits for the block', async () => {
  await start({ automine: false })
  const { number } = server.head
  const receipts = [ask(METHOD, await sign(1)), ask(METHOD, await sign(0), 60_000)]
  while ((await pooled()) < 2);
  await server.mine()
  for (const receipt of await Promise.all(receipts)) {
    expect(receipt).toMatchObject({ blockNumber: `0x${(number + 1).toString(16)}` })
  }
})

it('answers with the hash if no block has it in time, and keeps it', async () => {
  await start({ automine: false })
  const raw = await sign()
  const error = await ask(METHOD, raw, 1).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    code: 4,
    message: "The transaction was added to the transaction pool but wasn't processed in 1ms",
    data: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
  await expect(ask('eth_sendRawTransaction', raw)).rejects.toThrow('already known')
  await server.mine()
  const { data } = error as { data: Hex }
  expect(await ask('eth_getTransactionReceipt', data)).toMatchObject({ status: '0x1' })
})

it('refuses what eth_sendRawTransaction refuses', async () => {
  await start()
  await ask(METHOD, await sign())
  await expect(ask(METHOD, await sign())).rejects.toThrow('nonce too low')
  await expect(ask(METHOD, '0x12')).rejects.toMatchObject({ code: -32000 })
})

it('ends when the server closes', async () => {
  await start({ automine: false })
  const receipt = ask(METHOD, await sign(), 60_000).catch((reason: unknown) => reason)
  while ((await pooled()) < 1);
  await server.close()
  expect(await receipt).toMatchObject({ message: expect.stringMatching(/clos/) })
})
