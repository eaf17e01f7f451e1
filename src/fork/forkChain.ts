import type { Account } from '../chain/accounts.ts'
import { Chain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { NO_PROGRESS } from '../chain/execution/builtBlock.ts'
import { StateHistory } from '../chain/execution/stateHistory.ts'
import type { ForkPin } from '../chain/forkPin.ts'
import { UNKNOWN_GENESIS } from '../chain/genesis/unknownGenesis.ts'
import type { ResolvedSpec } from '../chain/spec/spec.ts'
import type { StateTrie } from '../chain/state/account.ts'
import type { CodeStore } from '../chain/state/codeStore.ts'
import { LostNodes } from '../chain/state/lostNodes.ts'
import { Preimages } from '../chain/state/preimages.ts'
import { once } from '../primitives/once.ts'
import type { RecordClock } from '../record/recordClock.ts'
import { ForkTree } from './forkTree.ts'
import { NetworkBlocks } from './networkBlocks.ts'
import type { ReadBlock } from './pin.ts'
import { AccountReads } from './state/accountReads.ts'
import type { ChosenAccess } from './state/chooseAccess.ts'
import { ForkStates } from './state/forkStates.ts'
import { NetworkState } from './state/networkState.ts'
import { Searches } from './state/searches.ts'
import { stateBlockOf } from './state/stateRequests.ts'
import type { Upstream } from './upstream.ts'
import { CodesWithWitness, NodesWithWitness } from './witness/withWitness.ts'
import type { Witness } from './witness/witness.ts'

/** What a chain is forked from. */
export interface ForkParts {
  readonly upstream: Upstream
  /** what is kept of the network; undefined if nothing is */
  readonly witness: Witness | undefined
  /** of the blocks up to the pinned one */
  readonly networkChainId: number
  readonly pin: ReadBlock
  readonly access: ChosenAccess
  /** the pinned block, as journals keep it */
  readonly forkPin: ForkPin
  /** whether a journal has named it */
  readonly isOfJournal: boolean
  /** whose rules new blocks follow */
  readonly spec: ResolvedSpec
  /** those whose keys are known */
  readonly accounts: readonly Account[]
  /** what is not certain about the rules */
  readonly warnings: readonly string[]
  readonly clock: RecordClock
}

/** Makes a chain whose first block is one of a network, and whose state is read from there when it is needed. */
export function forkChain(parts: ForkParts): Chain {
  const { upstream, witness, networkChainId, pin, access, spec, accounts } = parts
  const { sealed } = pin
  const { number, hash } = sealed
  const earlier = new NetworkBlocks(upstream, networkChainId, pin, witness)
  const provenState = (block: SealedBlock): StateTrie | undefined =>
    access.isProven ? states.ofNetwork(block).trie : undefined
  const tree = new ForkTree(pin, upstream, { provenState, witness })
  const codes: CodeStore = witness ? new CodesWithWitness(witness) : new Map()
  const nodes = witness ? new NodesWithWitness(witness) : new Map()
  const searches = new Searches()
  // What a journal has lost is lost offline, too, without the journal.
  const lost = new LostNodes(nodes, (lostNode) => witness?.addLost(lostNode))
  for (const lostNode of witness?.lostNodes ?? []) lost.add(lostNode)
  const known = { nodes, lost, names: new Preimages(), codes, searches }
  const stateAfter = (block: SealedBlock) =>
    new NetworkState(upstream, stateBlockOf(block), access, known, witness)
  const state = stateAfter(sealed)
  const accountReads = new AccountReads(accounts, state, parts.clock)
  const history = new StateHistory(tree, codes)
  history.addBase(tree.head, state.trie)
  const states = new ForkStates(history, { number, state }, stateAfter)
  return new Chain({
    spec,
    isGenerated: false,
    rules: spec.rules,
    genesis: UNKNOWN_GENESIS,
    accounts,
    forkedFrom: {
      get nodes() {
        return upstream.names
      },
      witness: witness && { folder: witness.path, isOffline: !witness.isWritten },
      block: { number, hash },
      isOfJournal: parts.isOfJournal,
      unprovenBecause: access.unprovenBecause,
      warnings: parts.warnings,
    },
    forkPin: parts.forkPin,
    finality: spec.finality,
    tree,
    blockFactory: once(async () => {
      const { openBlockFactory } = await import('../chain/generate/openBlockFactory.ts')
      return openBlockFactory(spec, tree, history, new Map([[sealed.hash, NO_PROGRESS]]))
    }),
    states,
    earlier,
    saveWitness: witness && (() => witness.save()),
    readAccounts: (signal) => accountReads.read(signal),
    endSearches: () => searches.end(),
    lostNodes: lost,
  })
}
