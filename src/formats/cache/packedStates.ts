import type { SealedBlock } from '../../chain/encoding/block.ts'
import { StateHistory } from '../../chain/execution/stateHistory.ts'
import type { CodeStore } from '../../chain/state/codeStore.ts'
import type { StateChanges } from '../../chain/state/stateChanges.ts'
import type { BlockTree, BlockTreeReader } from '../../chain/store/tree.ts'
import type { Hex } from '../../primitives/hex.ts'
import { createStatePacker, createStateUnpacker, type PackedState } from './packedState.ts'

/** The states of a chain, as plain objects. */
export interface PackedStates {
  readonly codes: CodeStore
  /** what each block changed, by its hash */
  readonly changes: ReadonlyMap<Hex, StateChanges>
  /** by the hash of the block that leads to it, in the order in which they were added */
  readonly states: ReadonlyMap<Hex, PackedState>
}

/** The states of the head and of the blocks on which uncles of the next blocks are built. */
const NEWEST_KEPT = 8

/** Of the other kept states, those of blocks with a multiple of this number: the rest follows from few changes. */
const INTERVAL = 64

export function packStates(
  history: StateHistory,
  tree: BlockTreeReader,
  blocks: Iterable<SealedBlock>,
): PackedStates {
  const pack = createStatePacker()
  const states = new Map<Hex, PackedState>()
  for (const [hash, state] of history.kept) {
    const number = tree.byHash(hash)?.number ?? 0
    const isPacked = number % INTERVAL === 0 || number > tree.head.number - NEWEST_KEPT
    if (isPacked) states.set(hash, pack(state))
  }
  const changes = new Map<Hex, StateChanges>()
  for (const { hash } of blocks) {
    const ofBlock = history.changesOf(hash)
    if (ofBlock !== undefined) changes.set(hash, ofBlock)
  }
  return { codes: history.codes(), changes, states }
}

/** Needs no EVM. */
export function unpackStates({ codes, changes, states }: PackedStates, tree: BlockTree) {
  const history = new StateHistory(tree, codes)
  for (const [hash, ofBlock] of changes) history.addChanges(hash, ofBlock)
  const unpack = createStateUnpacker()
  for (const [hash, packed] of states) {
    const block = tree.byHash(hash)
    if (block === undefined) throw new Error(`block ${hash} is missing`)
    history.addState(block, unpack(packed))
  }
  return history
}
