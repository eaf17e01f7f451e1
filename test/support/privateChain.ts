import type { Chain } from '../../src/chain/chain.ts'
import { ComputedStates } from '../../src/chain/execution/computedStates.ts'
import { PrivateChain } from '../../src/chain/private/privateChain.ts'

/** A chain of its own over another one, as each endpoint has it with `dev`. */
export function privateChain(shared: Chain): PrivateChain {
  return new PrivateChain(shared, new ComputedStates())
}
