import { type Contract, toContract } from '../contracts/contract.ts'
import { genesisSystemContracts } from '../contracts/system.ts'
import type { Genesis } from './genesis.ts'

/** The contracts of the protocol that are part of a genesis. */
export function genesisContracts({ accounts }: Pick<Genesis, 'accounts'>): Contract[] {
  const codes = new Map(accounts.map(({ address, code }) => [address, code]))
  return genesisSystemContracts
    .filter(({ address, code }) => codes.get(address) === code)
    .map(({ name, address }) =>
      toContract({ role: 'system', name, symbol: null, address, deployedAt: 0 }),
    )
}
