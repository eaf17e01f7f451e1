import { mnemonicBalance } from '../chain/genesis/genesisBalance.ts'
import { EMPTY_CODE_HASH } from '../chain/state/account.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { alterAccount } from './alterAccount.ts'

/**
 * Gives the accounts of the mnemonic what they have on a new chain, by changes after the pinned block of a fork. Everybody
 * knows their keys, so on public networks they are empty, and thieves have set delegations on them that take whatever
 * arrives. They were read before (`ForkAccess.open`), so this cannot fail halfway.
 */
export async function fundAccounts(endpoint: Endpoint): Promise<void> {
  const { accounts, spec } = endpoint.chain.base
  const funded = { balance: mnemonicBalance(spec), codeHash: EMPTY_CODE_HASH }
  for (const { address } of accounts) await alterAccount(endpoint, address, () => funded)
}
