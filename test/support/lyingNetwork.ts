import { afterAll, beforeEach } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from './fakeClock.ts'
import { type FaultyNode, startFaultyNode } from './faultyNode.ts'

/** The block that is forked. */
export const PIN = 30

/** A network for the tests of a file. Each test has a node of its own, which answers as the test wants. */
export async function startLyingNetwork() {
  const network = await createChain({ seed: 'liars', blocks: 40, preset: 'latest' })
  const server = await serve(network, { port: 0 })
  afterAll(() => server.close())
  let node: FaultyNode
  beforeEach(async () => {
    node = await startFaultyNode(server.url)
    return () => node.close()
  })
  return {
    network,
    server,
    token: network.contract('token').address,
    pool: network.contract('pool').address,
    account: (network.accounts[0] as Account).address,
    get node(): FaultyNode {
      return node
    },
    fork: (options: Partial<ForkOptions> = {}) =>
      createFork({ rpc: node.url, block: PIN, clock: fakeClock(), ...options }),
  }
}
