import type { Hex } from '../../primitives/hex.ts'
import type { ByteText } from './byteText.ts'

/** Reads the state after one block of another network, so that what it has read is known. Rejects if it cannot. */
export interface StateReader {
  readAccount(address: Hex): Promise<void>
  /** @param slot DATA, 32 bytes */
  readSlot(address: Hex, slot: Hex): Promise<void>
  /** Reads a node that no path to a known key has shown, or finds out that nobody can. */
  readNode(node: WantedNode): Promise<void>
  /**
   * Adds an account or a slot that was kept elsewhere, if it was. Is called before it is missed.
   *
   * @param slot undefined for the account
   */
  readonly recall?: ((address: Hex, slot?: Hex) => void) | undefined
  /**
   * Is told what work asks for, whether it is known already or not.
   *
   * @param slot undefined if it asks for the account
   */
  readonly noteRead?: ((address: Hex, slot?: Hex) => void) | undefined
  /** Is told which nodes of the network work needs. */
  readonly noteNode?: ((reference: ByteText) => void) | undefined
}

/** A node of a trie, by its place. */
export interface WantedNode {
  /** whose storage it is in; undefined for the trie of accounts */
  readonly address: Hex | undefined
  readonly reference: ByteText
  /** any key that begins with the path to it */
  readonly key: ByteText
  /** in nibbles */
  readonly depth: number
}
