import type { BaseAccount } from './stateBase.ts'

/** What has changed in an account. */
export interface AccountChange {
  /** its key in the state trie */
  readonly key: Uint8Array
  /** undefined if it does not exist any more; its storage is that before the change */
  readonly account: BaseAccount | undefined
  /** whether its storage is emptied before `slots` are written */
  readonly isCleared: boolean
  /** values without leading zeros, by the key of their slot in the storage trie */
  readonly slots: readonly (readonly [key: Uint8Array, value: Uint8Array])[]
}
