import type { Account } from '../accounts.ts'
import { Chain } from '../chain.ts'
import { NO_PROGRESS } from '../execution/builtBlock.ts'
import { Engines } from '../execution/engine.ts'
import { StateArchive } from '../execution/stateArchive.ts'
import { StateHistory } from '../execution/stateHistory.ts'
import { BlockFactory } from '../generate/blockFactory.ts'
import type { GenesisAccount } from '../genesis/genesis.ts'
import { stateOfAccounts, withSystemContracts } from '../genesis/stateOfAccounts.ts'
import { UNKNOWN_GENESIS } from '../genesis/unknownGenesis.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { BlockTree } from '../store/tree.ts'
import { IMPORTED_MINER } from './importedMiner.ts'

/** What a chain goes on from. */
export interface Continuation {
  /** blocks that another program has built */
  readonly tree: BlockTree
  /** those after the last block. System contracts that are missing among them are added: every block calls them */
  readonly state: readonly GenesisAccount[]
  /** whose rules new blocks follow */
  readonly spec: ResolvedSpec
  /** those whose keys are known */
  readonly accounts: readonly Account[]
}

/**
 * Makes a chain that goes on from the state after the last of some blocks, which do not run again. The states after the
 * blocks before it are unknown.
 */
export async function continueChain(given: Continuation, signal?: AbortSignal): Promise<Chain> {
  const { tree, spec, accounts } = given
  const { rules } = spec
  const state = withSystemContracts(given.state, rules)
  const engines = Engines.create(rules, (parent, number) => tree.ancestorHash(parent, number))
  const states = new StateHistory(tree, engines.codes)
  states.addBase(tree.head, await stateOfAccounts(state, engines.codes, signal))
  const archive = new StateArchive(states, engines, new Map([[tree.head.hash, NO_PROGRESS]]))
  const participants = { signers: [], miners: [IMPORTED_MINER], amounts: [] }
  const blockFactory = new BlockFactory(spec, participants, { engines, tree, archive })
  return new Chain({
    spec,
    isGenerated: false,
    rules,
    genesis: { ...UNKNOWN_GENESIS, accounts: state },
    accounts,
    finality: spec.finality,
    tree,
    blockFactory: async () => blockFactory,
    states,
  })
}
