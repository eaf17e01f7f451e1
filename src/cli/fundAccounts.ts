import type { Chain } from '../chain/chain.ts'
import { mnemonicBalance } from '../chain/genesis/genesisBalance.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'

/**
 * Gives the accounts of the mnemonic what they have on a new chain, by moves above the pinned block. Everybody knows their
 * keys, so on public networks they are empty, and thieves have set delegations on them that take whatever arrives.
 */
export async function fundAccounts(chain: Chain, endpoint: ServedEndpoint): Promise<void> {
  const { accounts, spec } = chain
  // All are read at once, because each move reads one.
  const found = await Promise.all(accounts.map(({ address }) => chain.account(address)))
  for (const [index, { address }] of accounts.entries()) {
    await endpoint.setBalance(address, mnemonicBalance(spec))
    if (found[index]?.code !== '0x') await endpoint.setCode(address, '0x')
  }
}
