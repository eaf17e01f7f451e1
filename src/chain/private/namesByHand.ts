import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'

interface Noted {
  /** addresses and slots: DATA, 20 or 32 bytes */
  readonly names: readonly Hex[]
  /** what the state had of them before */
  readonly before: Noted | undefined
}

/** They belong to the objects of blocks, as their states do. */
const NAMES_OF_OBJECTS = new WeakMap<SealedBlock, Noted>()

/**
 * Notes the addresses and slots that a test has written into the state after a block, because a trie has only their
 * hashes.
 *
 * @param block the object with that state
 * @param before the object with the state from which it was made
 */
export function noteNames(block: SealedBlock, before: SealedBlock, names: readonly Hex[]): void {
  NAMES_OF_OBJECTS.set(block, { names, before: NAMES_OF_OBJECTS.get(before) })
}

/** All addresses and slots that tests have written into the state after a block, without those of its ancestors. */
export function* namesByHand(block: SealedBlock): Generator<Hex> {
  let noted = NAMES_OF_OBJECTS.get(block)
  for (; noted !== undefined; noted = noted.before) yield* noted.names
}
