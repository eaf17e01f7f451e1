import { Engines } from '../../chain/execution/engine.ts'
import { StateArchive } from '../../chain/execution/stateArchive.ts'
import type { StateHistory } from '../../chain/execution/stateHistory.ts'
import { BlockFactory } from '../../chain/generate/blockFactory.ts'
import { createParticipants } from '../../chain/generate/participants.ts'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'
import type { BlockTree } from '../../chain/store/tree.ts'
import type { PackedBlockFactory } from './packedBlockFactory.ts'

/** Restores the block factory of a cached chain. Importing this file loads the EVM, so that waits until a block is built. */
export function unpackBlockFactory(
  { progress }: PackedBlockFactory,
  states: StateHistory,
  spec: ResolvedSpec,
  tree: BlockTree,
): BlockFactory {
  const engines = Engines.create(spec.rules, tree.ancestorHash.bind(tree), states.codes())
  const archive = new StateArchive(states, engines, progress)
  return new BlockFactory(spec, createParticipants(spec), { engines, tree, archive })
}
