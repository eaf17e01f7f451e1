import { EMPTY_STORAGE, type StateTrie } from './account.ts'
import type { PlainChange } from './accountChange.ts'
import { toByteText } from './byteText.ts'

/** The state after some changes of accounts. */
export function applyChanges(state: StateTrie, changes: readonly PlainChange[]): StateTrie {
  return changes.reduce(applyChange, state)
}

function applyChange(state: StateTrie, change: PlainChange): StateTrie {
  const { key, account, isCleared, slots } = change
  if (account === undefined) return state.delete(key)
  const { nonce, balance, codeHash } = account
  let storage = isCleared ? EMPTY_STORAGE : (state.get(key)?.storage ?? EMPTY_STORAGE)
  for (const [slot, value] of slots) {
    storage = value.length === 0 ? storage.delete(slot) : storage.set(slot, toByteText(value))
  }
  return state.set(key, { nonce, balance, codeHash, storage })
}
