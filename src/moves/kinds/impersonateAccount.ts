import * as v from 'valibot'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { address } from '../stateParameters.ts'

export interface ImpersonateAccount {
  /**
   * Lets clients send transactions from an account without its key, also from a contract. They get a made-up signature, so
   * no other node accepts their blocks.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; TOO_MANY_ACCOUNTS
   */
  impersonateAccount(address: Hex): Promise<void>
}

export interface ImpersonateAccountSteps {
  /** Lets clients send transactions from an account without its key. */
  readonly impersonateAccount: Hex
}

const parameters = [address] as const
const passphrase = { name: 'passphrase', schema: v.optional(v.string()), secret: 'all' } as const

export const impersonateAccount: MoveOf<ImpersonateAccount, ImpersonateAccountSteps> = {
  name: 'impersonateAccount',
  effect: 'configures',
  group: 'Transactions and accounts',
  summary: 'Lets clients send transactions from an account without its key.',
  parameters,
  run(endpoint, [address]) {
    if (requireMiner(endpoint).impersonation.add(address)) return
    const problem = 'too many accounts are impersonated: stop some, or use autoImpersonateAccount'
    throw new EndpointMoveError('TOO_MANY_ACCOUNTS', problem)
  },
  result: nothing,
  aliases: [
    { names: ['anvil_impersonateAccount'], parameters, result: nothing },
    {
      names: ['hardhat_impersonateAccount', 'ganache_impersonateAccount'],
      parameters,
      result: alwaysTrue,
    },
    {
      names: ['evm_addAccount'],
      ...remoteCall([address, passphrase], (address) => [address]),
      result: alwaysTrue,
    },
  ],
  steps: { impersonateAccount: { schema: address.schema } },
}
