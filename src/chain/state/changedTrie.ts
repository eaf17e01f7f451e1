import { keccak256 } from '../../primitives/keccak.ts'
import type { ByteText } from './byteText.ts'
import { PartlyUnknownError } from './partlyUnknownError.ts'
import { type Node, Trie } from './trie.ts'

/** Values that were read, without the trie that they are in. */
export interface ValuesBelow<Value> {
  /** stands in a `ChangedTrie` for a value that was deleted */
  readonly removed: Value
  /** 32 bytes: names the values */
  readonly root: Uint8Array
  /** why nothing proves them */
  readonly unprovenBecause: string
  encode(value: Value): Uint8Array
  isSame(one: Value, other: Value): boolean
  /**
   * @param name what the key is the hash of, in hex
   * @throws {Miss} if it was not read yet
   */
  get(key: ByteText, name?: string): Value | undefined
}

/**
 * What has changed since a state whose trie nobody knows. Its root follows from the changes and from the root below, and
 * is that of no other node.
 */
export class ChangedTrie<Value> extends Trie<Value> {
  readonly below: ValuesBelow<Value>

  constructor(below: ValuesBelow<Value>, top?: Node<Value>) {
    super(top, below.encode)
    this.below = below
  }

  override get origin(): object {
    return this.below
  }

  override withTop(top: Node<Value> | undefined): ChangedTrie<Value> {
    return new ChangedTrie(this.below, top)
  }

  override getText(key: ByteText, name?: string): Value | undefined {
    const changed = super.getText(key)
    if (changed === undefined) return this.below.get(key, name)
    return changed === this.below.removed ? undefined : changed
  }

  /** A value that was only read leaves no trace: roots must not depend on reads. */
  override setText(key: ByteText, value: Value): Trie<Value> {
    if (super.getText(key) === undefined) {
      const before = this.below.get(key)
      if (before !== undefined && this.below.isSame(before, value)) return this
    }
    return super.setText(key, value)
  }

  override deleteText(key: ByteText): Trie<Value> {
    const isBelow = this.below.get(key) !== undefined
    return isBelow ? super.setText(key, this.below.removed) : super.deleteText(key)
  }

  override entryAt(start: ByteText): readonly [key: ByteText, value: Value] | undefined {
    if (start.length < 32) return super.entryAt(start)
    const value = this.getText(start)
    return value === undefined ? undefined : [start, value]
  }

  override root(): Uint8Array {
    if (this.top === undefined) return this.below.root
    return keccak256(Buffer.concat([this.below.root, super.root()]))
  }

  override knownRoot(): undefined {
    return undefined
  }

  override entries(): never {
    throw new PartlyUnknownError()
  }

  override prover(): never {
    throw this.#withoutProofs()
  }

  override deleteReading(): never {
    throw this.#withoutProofs()
  }

  #withoutProofs(): PartlyUnknownError {
    return new PartlyUnknownError(`proofs, because ${this.below.unprovenBecause}`)
  }
}
