import type { Chain } from '../../chain/chain.ts'
import type { Progress } from '../../chain/execution/builtBlock.ts'
import { UNCLE_DEPTH_MAX } from '../../chain/protocol/uncles.ts'
import type { CodeStore } from '../../chain/state/worldState.ts'
import type { Hex } from '../../primitives/hex.ts'
import { createStatePacker, type PackedState } from './packedState.ts'

/** What it takes to build on a chain, as plain objects. */
export interface PackedProducer {
  readonly codes: CodeStore
  readonly progress: ReadonlyMap<Hex, Progress>
  /** by hash of the block after which it is, oldest first */
  readonly states: ReadonlyMap<Hex, PackedState>
}

/** The head, and what uncles of the next blocks are built on. */
const STATES_KEPT = UNCLE_DEPTH_MAX + 2

/**
 * Packs what the next blocks are built on, and genesis: a branch off an older block is begun by running the blocks
 * from there on once more.
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
