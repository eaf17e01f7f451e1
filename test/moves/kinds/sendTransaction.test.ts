import { afterEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { playScenario } from '../../../src/playScenario.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { signedTransactions } from '../../support/signedTransactions.ts'

const spec = { blocks: 6, preset: 'latest', mnemonic: TEST_MNEMONIC } as const
const [legacy, , second, , , , withBlobs] = signedTransactions as readonly `0x${string}`[]
const NOBODY = `0x${'12'.repeat(20)}` as const

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

async function start(dev = true): Promise<Server> {
  const server = await serve(await createChain({ ...spec, seed: 'send' }), { port: 0, dev })
  close = () => server.close()
  return server
}

const sentIn = async (server: Server, block: string) =>
  (
    (await server.request({ method: 'eth_getBlockByNumber', params: [block, false] })) as {
      transactions: string[]
    }
  ).transactions

describe('sendTransaction', () => {
  it('does the same as eth_sendRawTransaction, and does not count as a call of a client', async () => {
    const server = await start()
    const hash = await server.sendTransaction({ raw: legacy as `0x${string}` })
    expect(await sentIn(server, 'latest')).toEqual([hash])
    expect(server.receivedCounts().eth_sendRawTransaction).toBeUndefined()
  })

  it('leaves a transaction in the pool that is mined with the next one', async () => {
    const server = await start()
    const first = await server.sendTransaction({ raw: legacy as `0x${string}`, mine: false })
    expect(server.head.number).toBe(6)
    const next = await server.sendTransaction({ raw: second as `0x${string}` })
    expect(await sentIn(server, '0x7')).toEqual([first, next])
  })

  it('sends for an account that has not signed it', async () => {
    const server = await start()
    await server.setBalance(NOBODY, 10n ** 18n)
    await server.setNonce(NOBODY, 0)
    const hash = await server.sendTransaction({ raw: legacy as `0x${string}`, from: NOBODY })
    const params = [hash]
    expect(await server.request({ method: 'eth_getTransactionByHash', params })).toMatchObject({
      from: NOBODY,
    })
  })

  it('refuses what is no transaction, what the pool does not take, and everything without dev', async () => {
    const server = await start()
    const send = (raw: string) => server.sendTransaction({ raw: raw as `0x${string}` })
    await expect(send('0x')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/^transaction\.raw: '0x' .*a signed transaction in hex/),
    })
    await expect(send('0x1234')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await send(legacy as string)
    await expect(send(legacy as string)).rejects.toMatchObject({ code: 'TRANSACTION_REFUSED' })
    await server.close()
    const without = await start(false)
    await expect(without.sendTransaction({ raw: legacy as `0x${string}` })).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
    })
  })
})

it('is a step of scenarios', async () => {
  const steps = [
    { send: { raw: withBlobs as `0x${string}` } },
    { reorg: { depth: 1, transactions: [[], [1]] } },
    { send: { raw: second as `0x${string}`, mine: false } },
  ]
  const playing = await playScenario({ seed: 'send', spec, steps }, { port: 0, dev: true })
  close = () => playing.close()
  await playing.finished
  expect(await sentIn(playing.server, '0x7')).toEqual([])
  expect(await sentIn(playing.server, '0x8')).toHaveLength(1)
  const status = await playing.server.request({ method: 'txpool_status' })
  expect(status).toEqual({ pending: '0x1', queued: '0x0' })
})
