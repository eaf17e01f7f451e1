import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { forkAgain, setNode } from '../../src/fork/forkAgain.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { startFaultyNode } from '../support/faultyNode.ts'

const network = await serve(await createChain({ seed: 'again', blocks: 8, preset: 'latest' }), {
  port: 0,
})
afterAll(() => network.close())

/** A fork of the network, and a node that answers nothing. */
async function start() {
  const silent = await startFaultyNode(network.url)
  onTestFinished(() => silent.close())
  const asked = new Promise<void>((resolve) => {
    silent.fault = () => {
      resolve()
      return 'silence'
    }
  })
  const clock = fakeClock()
  const chain = await createFork({ rpc: network.url, block: 5, clock })
  return { chain, clock, silent, asked }
}

const unanswered = 'the forked network: it has not answered within 10 s'

it('gives up a network that does not answer', async () => {
  const { chain, clock, silent, asked } = await start()
  const again = forkAgain(chain, { rpc: silent.url })
  const refused = expect(again).rejects.toThrow(unanswered)
  await asked
  clock.expire()
  await refused
})

it('gives up a network that stops answering', async () => {
  const { chain, clock, silent } = await start()
  const asked = new Promise<void>((resolve) => {
    silent.fault = ({ method }) => {
      if (method === 'eth_chainId') return undefined
      resolve()
      return 'silence'
    }
  })
  const again = forkAgain(chain, { rpc: silent.url })
  const refused = expect(again).rejects.toThrow(
    'the forked network: it has not answered all requests within 60 s',
  )
  await asked
  clock.expire()
  await refused
})

it('gives up a node that does not answer, and keeps the one before', async () => {
  const { chain, clock, silent, asked } = await start()
  const refused = expect(setNode(chain, silent.url)).rejects.toThrow(unanswered)
  await asked
  clock.expire()
  await refused
  expect(chain.forkedFrom?.nodes).toEqual([`${new URL(network.url).origin}/***`])
})

it('does not end a fork when the time is over that it had to begin', async () => {
  const { chain, clock } = await start()
  const leaving = new AbortController()
  const again = await forkAgain(chain, { block: 4, signal: leaving.signal })
  leaving.abort(new Error('the client has left'))
  clock.expire()
  const account = again.accounts[0]?.address ?? `0x${'01'.repeat(20)}`
  expect(await again.account(account)).toMatchObject({ nonce: expect.anything() })
})

it('does not begin when the client has left', async () => {
  const { chain, silent } = await start()
  const signal = AbortSignal.abort(new Error('the client has left'))
  const again = forkAgain(chain, { rpc: silent.url, signal })
  await expect(again).rejects.toThrow('the client has left')
})
