import { Engines } from '../../chain/execution/engine.ts'
import { StateArchive } from '../../chain/execution/stateArchive.ts'
import type { StateHistory } from '../../chain/execution/stateHistory.ts'
import { createParticipants } from '../../chain/generate/participants.ts'
import { Producer } from '../../chain/generate/producer.ts'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'
import type { BlockTree } from '../../chain/store/tree.ts'
import type { PackedProducer } from './packedProducer.ts'

/** Restores the producer of a cached chain. Importing this file loads the EVM, so that waits until a block is built. */
export function unpackProducer(
  { progress }: PackedProducer,
  states: StateHistory,
  spec: ResolvedSpec,
  tree: BlockTree,
): Producer {
  const engines = Engines.create(spec.rules, tree.ancestorHash.bind(tree), states.codes())
  const archive = new StateArchive(states, engines, progress)
  return new Producer(spec, createParticipants(spec), { engines, tree, archive })
}
