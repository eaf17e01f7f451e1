import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { serveInTest } from '../../support/serving.ts'

it.each([true, false])('reports what has no room at the next poll: full %s', async (full) => {
  const chain = await createChain({ seed: 'polled', blocks: 2, preset: 'latest' })
  const limits = { answerBytes: 2000 }
  const server = await serveInTest(chain, { dev: true, automine: false, limits })
  const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
  const [{ address: from } = { address: '' }] = chain.accounts
  const id = await ask('eth_newPendingTransactionFilter', full)
  const sent: unknown[] = []
  for (let nonce = 0; nonce < 40; nonce++) {
    sent.push(await ask('eth_sendTransaction', { from, to: from, gas: '0x5208' }))
  }
  const polls: unknown[][] = []
  do polls.push((await ask('eth_getFilterChanges', id)) as unknown[])
  while (polls.at(-1)?.length !== 0)
  expect(polls.length).toBeGreaterThan(2)
  const hashes = polls.flat().map((each) => (full ? (each as { hash: string }).hash : each))
  expect(hashes).toEqual(sent)
})
