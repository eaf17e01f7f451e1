import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { serve } from '../../../src/server/serve.ts'

const PAYEE = '0x00000000000000000000000000000000000000aa'

const chain = await createChain({ blocks: 3, preset: 'latest' })

const start = (of = chain) => serve(of, { port: 0, dev: true })

async function block(server: Awaited<ReturnType<typeof start>>, tag = 'latest') {
  const found = await server.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
  return found as { readonly withdrawals: readonly object[] }
}

describe('addWithdrawal', () => {
  it('lets the next block pay it, and no later one', async () => {
    const server = await start()
    const counted = chain.blockByNumber(3)?.withdrawals?.at(-1)
    const first = BigInt(counted?.index ?? -1) + 1n
    await server.addWithdrawal(PAYEE, 5)
    await server.request({ method: 'ommer_addWithdrawal', params: [PAYEE, 2 ** 53 - 1, 7] })
    const expected = [
      { index: first, validatorIndex: '0x0', amount: '0x5' },
      { index: first + 1n, validatorIndex: '0x7', amount: '0x1fffffffffffff' },
    ].map(({ index, ...rest }) => ({ index: `0x${index.toString(16)}`, address: PAYEE, ...rest }))
    expect((await block(server, 'pending')).withdrawals).toEqual(expected)
    await server.mine(2)
    expect((await block(server)).withdrawals).toEqual([])
    expect((await block(server, '0x4')).withdrawals).toEqual(expected)
    const balance = await server.request({ method: 'eth_getBalance', params: [PAYEE, 'latest'] })
    expect(BigInt(balance as string)).toBe((2n ** 53n + 4n) * 10n ** 9n)
    await server.close()
  })

  it('is undone by reset, and kept in a scenario', async () => {
    const server = await start()
    await server.addWithdrawal(PAYEE, 5, 1)
    await server.mine()
    const { steps } = (await server.request({ method: 'ommer_scenario' })) as { steps: object[] }
    expect(steps).toContainEqual({ addWithdrawal: { address: PAYEE, gwei: 5, validatorIndex: 1 } })
    await server.reset()
    await server.mine()
    expect((await block(server)).withdrawals).toEqual([])
    await server.close()
  })

  it('is refused before Shanghai, without dev, and beyond 16', async () => {
    const old = await start(await createChain({ blocks: 1, preset: 'pow' }))
    const message = 'block 2 is before Shanghai, so it has no withdrawals'
    await expect(old.addWithdrawal(PAYEE, 1)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    })
    await old.close()
    const server = await start()
    for (let count = 0; count < 16; count++) await server.addWithdrawal(PAYEE, count)
    await expect(server.addWithdrawal(PAYEE, 1)).rejects.toThrow('at most 16 withdrawals')
    await server.close()
    const plain = await serve(chain, { port: 0 })
    await expect(plain.addWithdrawal(PAYEE, 1)).rejects.toMatchObject({ code: 'NOT_WRITABLE' })
    await plain.close()
  })
})
