import { EMPTY_CODE_HASH } from './account.ts'
import type { BaseAccount } from './stateBase.ts'

/** Whether an account is a contract, or delegates to one (EIP-7702). */
export function hasCode({ codeHash }: Pick<BaseAccount, 'codeHash'>): boolean {
  return codeHash !== EMPTY_CODE_HASH && Buffer.compare(codeHash, EMPTY_CODE_HASH) !== 0
}

/** Whether an account is as good as none (EIP-161). */
export function isEmpty(account: Omit<BaseAccount, 'storage'> | undefined): boolean {
  if (account === undefined) return true
  return account.nonce === 0n && account.balance === 0n && !hasCode(account)
}
