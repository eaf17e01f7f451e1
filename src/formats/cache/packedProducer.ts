import type { Chain } from '../../chain/chain.ts'
import type { Progress } from '../../chain/execution/builtBlock.ts'
import { UNCLE_DEPTH_MAX } from '../../chain/protocol/uncles.ts'
import type { CodeStore } from '../../chain/state/worldState.ts'
import type { Hex } from '../../primitives/hex.ts'
import { createStatePacker, type PackedState } from './packedState.ts'

/** Everything needed to build blocks on a chain, as plain objects. */
export interface PackedProducer {
  readonly codes: CodeStore
  readonly progress: ReadonlyMap<Hex, Progress>
  /** by the hash of the block that leads to it, oldest first */
  readonly states: ReadonlyMap<Hex, PackedState>
}

/** The states of the head and of the blocks on which uncles of the next blocks are built. */
const STATES_KEPT = UNCLE_DEPTH_MAX + 2

/**
 * Packs the states on which the next blocks are built, and that of genesis. The state of any other block is computed
 * from an earlier one by running the blocks again.
 */
export async function packProducer({ producer }: Chain): Promise<PackedProducer> {
  const { tree, engines, archive } = await producer()
  const pack = createStatePacker()
  const isKept = (number: number) => number === 0 || number > tree.head.number - STATES_KEPT
  const states = [...archive.kept]
    .filter(({ sealed }) => isKept(sealed.number) && tree.isMain(sealed))
    .map(({ sealed, state }): [Hex, PackedState] => [sealed.hash, pack(state)])
  return { codes: engines.codes, progress: archive.progress, states: new Map(states) }
}
