import type { Method } from '../method.ts'
import { eth_accounts } from './eth_accounts.ts'

/** Asks a wallet for its accounts (EIP-1102). */
export const eth_requestAccounts: Method = {
  ...eth_accounts,
  name: 'eth_requestAccounts',
  summary: 'The same as eth_accounts: there is no user who would have to allow it (EIP-1102).',
}
