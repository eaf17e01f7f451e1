import { keccakReady } from '../primitives/keccak.ts'
import { once } from '../primitives/once.ts'
import { toAccount } from './accounts.ts'
import { Chain } from './chain.ts'
import { NO_PROGRESS } from './execution/builtBlock.ts'
import { StateHistory } from './execution/stateHistory.ts'
import { fundedSigners } from './genesis/fundedSigners.ts'
import { sealGenesis } from './genesis/sealGenesis.ts'
import { specGenesis } from './genesis/specGenesis.ts'
import { forkAt } from './protocol/forks.ts'
import type { ResolvedSpec } from './spec/spec.ts'
import { EMPTY_STATE } from './state/account.ts'
import type { CodeStore } from './state/codeStore.ts'
import { WorldState } from './state/worldState.ts'
import { BlockTree } from './store/tree.ts'

/** Makes the chain of a spec that has genesis alone, without the EVM, which is loaded with the first block. */
export async function beginChain(spec: ResolvedSpec): Promise<Chain> {
  await keccakReady
  const { rules, finality } = spec
  const funded = await fundedSigners(spec)
  const genesis = specGenesis(spec, funded, rules)
  const codes: CodeStore = new Map()
  const fork = forkAt(rules.forks, 0, genesis.timestamp)
  const { sealed, state } = await sealGenesis(genesis, fork, new WorldState(EMPTY_STATE, codes))
  const tree = new BlockTree(sealed)
  const states = new StateHistory(tree, codes)
  states.add(sealed, state, new Uint8Array(0))
  return new Chain({
    spec,
    isGenerated: true,
    rules,
    genesis,
    accounts: [...funded.mnemonic, ...funded.traffic].map(toAccount),
    finality,
    tree,
    blockFactory: once(async () => {
      const { openBlockFactory } = await import('./generate/openBlockFactory.ts')
      return openBlockFactory(spec, tree, states, new Map([[sealed.hash, NO_PROGRESS]]))
    }),
    states,
  })
}
