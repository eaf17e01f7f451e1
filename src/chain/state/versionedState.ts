import { EMPTY_STORAGE } from './account.ts'
import type { AccountChange } from './accountChange.ts'
import { type ByteText, toByteText } from './byteText.ts'
import type { BaseAccount, StateBase, StorageBase } from './stateBase.ts'

/** A value from some version on. */
interface Version<Value> {
  readonly from: number
  readonly value: Value
}

/** By key; the versions of each are in ascending order. */
type Versions<Value> = Map<ByteText, Version<Value>[]>

/** A state, and changes on top of it that are kept in memory, so that the state after each of them can be read. */
export class VersionedState {
  readonly #base: StateBase
  readonly #accounts: Versions<BaseAccount | undefined> = new Map()
  #newest = 0

  constructor(base: StateBase) {
    this.#base = base
  }

  /** How many times changes were added. */
  get newest(): number {
    return this.#newest
  }

  /** Adds changes that were made on top of the newest version. */
  add(changes: readonly AccountChange[]): void {
    const from = ++this.#newest
    for (const change of changes) {
      addVersion(this.#accounts, change.key, { from, value: accountAfter(change, from) })
    }
  }

  /** The state after so many changes; 0 for that before all of them. */
  at(version: number): StateBase {
    return {
      get: (key, name) => {
        const found = versionAt(this.#accounts, key, version)
        if (found === undefined) return this.#base.get(key, name)
        const { value: account } = found
        return account?.storage instanceof VersionedStorage
          ? { ...account, storage: account.storage.at(version) }
          : account
      },
    }
  }
}

function accountAfter(change: AccountChange, from: number): BaseAccount | undefined {
  const { account, isCleared, slots } = change
  if (account === undefined || (!isCleared && slots.length === 0)) return account
  const before = isCleared ? EMPTY_STORAGE : account.storage
  const storage = before instanceof VersionedStorage ? before : new VersionedStorage(before)
  storage.add(slots, from)
  return { ...account, storage }
}

/** One version of the storage of an account; all of them share the values. */
class VersionedStorage implements StorageBase {
  readonly #base: StorageBase
  readonly #slots: Versions<ByteText | undefined>
  readonly #version: number

  constructor(
    base: StorageBase,
    slots: Versions<ByteText | undefined> = new Map(),
    version = Number.POSITIVE_INFINITY,
  ) {
    this.#base = base
    this.#slots = slots
    this.#version = version
  }

  at(version: number): VersionedStorage {
    return new VersionedStorage(this.#base, this.#slots, version)
  }

  add(slots: AccountChange['slots'], from: number): void {
    for (const [key, bytes] of slots) {
      const value = bytes.length === 0 ? undefined : toByteText(bytes)
      addVersion(this.#slots, key, { from, value })
    }
  }

  get(key: Uint8Array, name?: string): ByteText | undefined {
    const found = versionAt(this.#slots, key, this.#version)
    return found === undefined ? this.#base.get(key, name) : found.value
  }

  /** That before all changes: roots are computed by the chain, which has the tries. */
  root(): Uint8Array {
    return this.#base.root()
  }
}

function addVersion<Value>(of: Versions<Value>, key: Uint8Array, version: Version<Value>): void {
  const text = toByteText(key)
  const versions = of.get(text)
  if (versions === undefined) of.set(text, [version])
  else versions.push(version)
}

function versionAt<Value>(
  of: Versions<Value>,
  key: Uint8Array,
  version: number,
): Version<Value> | undefined {
  return of.get(toByteText(key))?.findLast(({ from }) => from <= version)
}
