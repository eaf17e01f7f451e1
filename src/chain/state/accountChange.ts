import type { BaseAccount } from './stateBase.ts'

/** What has changed in an account, as plain values, which can be sent to another thread. */
export interface PlainChange {
  /** its key in the state trie */
  readonly key: Uint8Array
  /** undefined if it does not exist any more */
  readonly account: Omit<BaseAccount, 'storage'> | undefined
  /** whether its storage is emptied before `slots` are written */
  readonly isCleared: boolean
  /** values without leading zeros, by the key of their slot in the storage trie */
  readonly slots: readonly (readonly [key: Uint8Array, value: Uint8Array])[]
}

export interface AccountChange extends PlainChange {
  /** its storage is that before the change */
  readonly account: BaseAccount | undefined
}

/** The change without the storage before it. */
export function toPlainChange({ key, account, isCleared, slots }: AccountChange): PlainChange {
  if (account === undefined) return { key, account, isCleared, slots }
  const { nonce, balance, codeHash } = account
  return { key, account: { nonce, balance, codeHash }, isCleared, slots }
}
