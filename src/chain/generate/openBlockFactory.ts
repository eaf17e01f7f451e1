import type { Hex } from '../../primitives/hex.ts'
import type { Progress } from '../execution/builtBlock.ts'
import { Engines } from '../execution/engine.ts'
import { StateArchive } from '../execution/stateArchive.ts'
import type { StateHistory } from '../execution/stateHistory.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { BlockTree } from '../store/tree.ts'
import { BlockFactory } from './blockFactory.ts'
import { createParticipants } from './participants.ts'

/**
 * Makes the block factory of a chain that exists without one. Importing this file loads the EVM, so that waits until a
 * block is built.
 *
 * @param progress of the blocks that the tree has, by their hashes
 */
export function openBlockFactory(
  spec: ResolvedSpec,
  tree: BlockTree,
  states: StateHistory,
  progress: ReadonlyMap<Hex, Progress>,
): BlockFactory {
  const engines = Engines.create(spec.rules, tree.ancestorHash.bind(tree), states.codes())
  const archive = new StateArchive(states, engines, progress)
  return new BlockFactory(spec, createParticipants(spec), { engines, tree, archive })
}
