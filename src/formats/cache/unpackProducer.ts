import { RLP } from '@ethereumjs/rlp'
import { Engines } from '../../chain/execution/engine.ts'
import { readHeader } from '../../chain/execution/executeBlock.ts'
import { StateArchive } from '../../chain/execution/stateArchive.ts'
import { createParticipants } from '../../chain/generate/participants.ts'
import { Producer } from '../../chain/generate/producer.ts'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'
import type { BlockTree } from '../../chain/store/tree.ts'
import type { PackedProducer } from './packedProducer.ts'
import { createStateUnpacker } from './packedState.ts'

/** Restores the producer of a cached chain. Importing this file loads the EVM, so that waits until a block is built. */
export async function unpackProducer(
  { codes, progress, states }: PackedProducer,
  spec: ResolvedSpec,
  tree: BlockTree,
): Promise<Producer> {
  const ancestorHash = tree.ancestorHash.bind(tree)
  const engines = new Engines(spec.rules, ancestorHash, codes)
  const archive = new StateArchive(tree, engines, progress)
  const unpack = createStateUnpacker()
  for (const [hash, packed] of states) {
    const sealed = tree.byHash(hash)
    const blockProgress = progress.get(hash)
    if (sealed === undefined || blockProgress === undefined) {
      throw new Error(`block ${hash} is missing`)
    }
    const [header] = RLP.decode(sealed.rlp) as [Uint8Array[]]
    archive.add({
      sealed,
      header: await readHeader(engines, header),
      state: unpack(packed),
      progress: blockProgress,
      // Used only when a block is added to the tree, which has this one already.
      transactionHashes: [],
    })
  }
  return new Producer(spec, createParticipants(spec), { engines, tree, archive })
}
