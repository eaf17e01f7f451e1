import { chainEnvironment } from '../../src/chain/calls/chainEnvironment.ts'
import { executeTransactions } from '../../src/chain/calls/executeTransactions.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { ComputedStates } from '../../src/chain/execution/computedStates.ts'
import { PrivateChain } from '../../src/chain/private/privateChain.ts'
import { PrivateMemory } from '../../src/chain/private/privateMemory.ts'

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
    run: async ({ rules, tree, states }, block, input) => {
      const [state, codes] = await Promise.all([states.after(block), states.codes()])
      return executeTransactions(chainEnvironment({ rules, block, state, codes, tree }), input)
    },
  })
}
