import type { Hex } from '../../primitives/hex.ts'
import type { ByteText } from './byteText.ts'
import type { Preimages } from './preimages.ts'
import { type Node, Trie } from './trie.ts'

/** The trie of a network. */
interface Origin<Value> {
  readonly top: Node<Value>
  readonly encode: (value: Value) => Uint8Array
  readonly isSame: (one: Value, other: Value) => boolean
  readonly names: Preimages
  /** Checks that what belongs to a value is known, too. @throws {Miss} */
  readonly check?: ((value: Value, key: ByteText) => void) | undefined
  /** Is told what is asked for. */
  readonly note?: ((key: ByteText) => void) | undefined
}

/** A trie with hidden nodes. It notes the names behind the keys that are read: nodes are read by name. */
export class PartialTrie<Value> extends Trie<Value> {
  readonly #origin: Origin<Value>

  private constructor(origin: Origin<Value>, top: Node<Value> | undefined) {
    super(top, origin.encode)
    this.#origin = origin
  }

  static of<Value>(origin: Origin<Value>): PartialTrie<Value> {
    return new PartialTrie(origin, origin.top)
  }

  override get origin(): Origin<Value> {
    return this.#origin
  }

  override withTop(top: Node<Value> | undefined): PartialTrie<Value> {
    return new PartialTrie(this.#origin, top)
  }

  override getText(key: ByteText, name?: string): Value | undefined {
    noteName(this.#origin.names, key, name)
    this.#origin.note?.(key)
    const value = super.getText(key)
    if (value !== undefined) this.#origin.check?.(value, key)
    return value
  }

  /**
   * A value that was only read moves no node: one beside it may be lost, and what a block leaves must follow from its
   * changes.
   */
  override setText(key: ByteText, value: Value): Trie<Value> {
    const before = super.getText(key)
    return before !== undefined && this.#origin.isSame(before, value)
      ? this
      : super.setText(key, value)
  }
}

/** @param name in hex, with or without prefix */
export function noteName(names: Preimages, key: ByteText, name: string | undefined): void {
  if (name === undefined || names.find(key) !== undefined) return
  names.set(key, (name.startsWith('0x') ? name : `0x${name}`).toLowerCase() as Hex)
}
