import { EMPTY_STORAGE, type StateTrie, type StorageTrie } from './account.ts'
import type { PlainChange } from './accountChange.ts'
import { writeSlots } from './writeSlots.ts'

/** The state after some changes of accounts. */
export function applyChanges(state: StateTrie, changes: readonly PlainChange[]): StateTrie {
  return changes.reduce(applyChange, state)
}

function applyChange(state: StateTrie, change: PlainChange): StateTrie {
  const { key, account, isCleared, slots } = change
  if (account === undefined) return state.delete(key)
  const { nonce, balance, codeHash } = account
  const storage = storageAfter(state.get(key)?.storage, { isCleared, slots })
  return state.set(key, { nonce, balance, codeHash, storage })
}

/** @param before undefined if the account did not exist */
export function storageAfter(
  before: StorageTrie = EMPTY_STORAGE,
  { isCleared, slots }: Pick<PlainChange, 'isCleared' | 'slots'>,
): StorageTrie {
  const written = slots.map(([key, value]) => ({ key, value }))
  return writeSlots(isCleared ? EMPTY_STORAGE : before, written)
}
