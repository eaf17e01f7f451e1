import { expect, it, vi } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { WitnessError } from '../../../src/primitives/witnessError.ts'
import { signatureTurns } from '../../../src/rpc/signing/signatureTurns.ts'
import { serveInTest } from '../../support/serving.ts'

it('takes the next nonce if the chain grows by a transaction that has the same', async () => {
  const chain = await createChain({ seed: 'grows', blocks: 4, preset: 'latest', accounts: 2 })
  const server = await serveInTest(chain, { dev: true })
  const [{ address: from }] = chain.accounts as readonly [Account]
  const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
  const before = Number(await ask('eth_getTransactionCount', from, 'latest'))
  // Between the choice of the nonce and the signature.
  const begin = vi.spyOn(signatureTurns, 'begin').mockImplementationOnce(async () => {
    await chain.extend(4)
  })
  const hash = await ask('eth_sendTransaction', { from, to: from })
  begin.mockRestore()
  const added = [5, 6, 7, 8].flatMap((number) => chain.blockByNumber(number)?.transactions ?? [])
  const grown = added.filter((each) => each.from === from.toLowerCase())
  expect(grown.length).toBeGreaterThan(0)
  expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({
    nonce: `0x${(before + grown.length).toString(16)}`,
    blockNumber: '0x9',
  })
  await expect(ask('eth_sendTransaction', { from, to: from, nonce: '0x0' })).rejects.toThrow(
    'nonce too low',
  )
})

it('sends a transaction once, even if it is mined and cannot be recorded', async () => {
  const chain = await createChain({ seed: 'once', blocks: 4, preset: 'latest', accounts: 2 })
  const server = await serveInTest(chain, { dev: true })
  const [{ address: from }] = chain.accounts as readonly [Account]
  const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
  const before = Number(await ask('eth_getTransactionCount', from, 'latest'))
  const { forward } = Endpoint.prototype
  const mine = vi.spyOn(Endpoint.prototype, 'forward').mockImplementation(async function (
    this: Endpoint,
    ...args
  ) {
    await forward.apply(this, args)
    throw new WitnessError('folder', 'it was removed')
  })
  await expect(ask('eth_sendTransaction', { from, to: from })).rejects.toThrow(
    'folder: it was removed',
  )
  mine.mockRestore()
  expect(Number(await ask('eth_getTransactionCount', from, 'latest'))).toBe(before + 1)
})
