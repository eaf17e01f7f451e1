import type { StorageTrie } from './account.ts'
import { toByteText } from './byteText.ts'

export interface WrittenSlot {
  /** its key in the storage trie */
  readonly key: Uint8Array
  /** without leading zeros */
  readonly value: Uint8Array
}

/**
 * The storage with some values. As in geth (core/state/state_object.go, updateTrie), those that are deleted come last, so
 * that fewer nodes move: of a partly known trie each one that moves has to be read.
 */
export function writeSlots(before: StorageTrie, slots: Iterable<WrittenSlot>): StorageTrie {
  let storage = before
  let deleted: Uint8Array[] | undefined
  for (const { key, value } of slots) {
    if (value.length > 0) {
      storage = storage.set(key, toByteText(value))
    } else {
      deleted ??= []
      deleted.push(key)
    }
  }
  for (const key of deleted ?? []) storage = storage.delete(key)
  return storage
}
