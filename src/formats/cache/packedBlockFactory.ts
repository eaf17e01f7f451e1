import type { Chain } from '../../chain/chain.ts'
import type { Progress } from '../../chain/execution/builtBlock.ts'
import type { Hex } from '../../primitives/hex.ts'
import { type PackedStates, packStates } from './packedStates.ts'

/** Everything needed to read states of a chain and to build blocks on it, as plain objects. */
export interface PackedBlockFactory {
  readonly progress: ReadonlyMap<Hex, Progress>
  readonly states: PackedStates
}

export async function packBlockFactory(chain: Chain): Promise<PackedBlockFactory> {
  const { archive, tree } = await chain.blockFactory()
  return { progress: archive.progress, states: packStates(archive.states, tree, tree.blocks) }
}
