import type { Method } from '../method.ts'
import { eth_accounts } from './eth_accounts.ts'

/** Asks a wallet for its accounts (EIP-1102): there is no user who would have to allow it. */
export const eth_requestAccounts: Method = eth_accounts
