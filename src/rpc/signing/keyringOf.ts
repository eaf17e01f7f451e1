import type { Account } from '../../chain/accounts.ts'
import type { MethodContext } from '../method.ts'
import { Keyring } from './keyring.ts'

const none = new Keyring([])

/** by the accounts of a chain, which never change */
const known = new WeakMap<readonly Account[], Keyring>()

/** The accounts that the server signs for: with `dev` those of the chain of the endpoint, else none. */
export function keyringOf({
  service,
  endpoint,
}: Pick<MethodContext, 'service' | 'endpoint'>): Keyring {
  if (!service.hasDev) return none
  const { accounts } = endpoint.chain.base
  const keyring = known.get(accounts) ?? new Keyring(accounts)
  known.set(accounts, keyring)
  return keyring
}
