import { EMPTY_STORAGE } from './account.ts'
import type { AccountChange } from './accountChange.ts'
import { type ByteText, toByteText } from './byteText.ts'
import type { BaseAccount, StateBase, StorageBase } from './stateBase.ts'

/** A state, and changes on top of it that are kept in memory. */
export class OverlayState implements StateBase {
  readonly #base: StateBase
  readonly #accounts = new Map<ByteText, BaseAccount | undefined>()

  constructor(base: StateBase) {
    this.#base = base
  }

  get(key: Uint8Array, name?: string): BaseAccount | undefined {
    const text = toByteText(key)
    return this.#accounts.has(text) ? this.#accounts.get(text) : this.#base.get(key, name)
  }

  /** Adds changes that were made on top of this state. */
  apply(changes: readonly AccountChange[]): void {
    for (const change of changes) this.#accounts.set(toByteText(change.key), accountAfter(change))
  }
}

function accountAfter({ account, isCleared, slots }: AccountChange): BaseAccount | undefined {
  if (account === undefined || (!isCleared && slots.length === 0)) return account
  const before = isCleared ? EMPTY_STORAGE : account.storage
  const storage = before instanceof OverlayStorage ? before : new OverlayStorage(before)
  storage.apply(slots)
  return { ...account, storage }
}

/** Changes of all blocks are in one map, so that a read takes as long after many blocks as after one. */
class OverlayStorage implements StorageBase {
  readonly #base: StorageBase
  readonly #slots = new Map<ByteText, ByteText | undefined>()

  constructor(base: StorageBase) {
    this.#base = base
  }

  get(key: Uint8Array, name?: string): ByteText | undefined {
    const text = toByteText(key)
    return this.#slots.has(text) ? this.#slots.get(text) : this.#base.get(key, name)
  }

  /** That before all changes: roots are computed by the chain, which has the tries. */
  root(): Uint8Array {
    return this.#base.root()
  }

  apply(slots: AccountChange['slots']): void {
    for (const [key, value] of slots) {
      this.#slots.set(toByteText(key), value.length === 0 ? undefined : toByteText(value))
    }
  }
}
