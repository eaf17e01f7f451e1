import { executeTransactions } from '../../src/chain/calls/executeTransactions.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { ComputedStates } from '../../src/chain/execution/computedStates.ts'
import { PrivateChain } from '../../src/chain/private/privateChain.ts'
import { PrivateMemory } from '../../src/chain/private/privateMemory.ts'
import { environmentAfter } from './callEnvironment.ts'

/**
 * A chain of its own over another one, as each endpoint has it with `dev`.
 *
 * @param hasTraffic whether new blocks have generated transactions
 */
export function privateChain(shared: Chain, hasTraffic = true): PrivateChain {
  return new PrivateChain(shared, {
    computed: new ComputedStates(),
    memory: new PrivateMemory(Number.POSITIVE_INFINITY),
    hasTraffic,
    run: async (chain, block, input) =>
      executeTransactions(await environmentAfter(chain, block), input),
  })
}
