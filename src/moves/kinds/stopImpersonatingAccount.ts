import * as v from 'valibot'
import type { Hex } from '../../primitives/hex.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { booleanResult, nothing } from '../results.ts'
import { address } from '../stateParameters.ts'

export interface StopImpersonatingAccount {
  /**
   * Undoes `impersonateAccount` for an account. What was sent from it stays.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  stopImpersonatingAccount(address: Hex): Promise<void>
}

export interface StopImpersonatingAccountSteps {
  /** Undoes `impersonateAccount` for an account. */
  readonly stopImpersonatingAccount: Hex
}

const parameters = [address] as const
const passphrase = { name: 'passphrase', schema: v.optional(v.string()), secret: 'all' } as const

export const stopImpersonatingAccount: MoveOf<
  StopImpersonatingAccount,
  StopImpersonatingAccountSteps
> = {
  name: 'stopImpersonatingAccount',
  effect: 'configures',
  group: 'Transactions and accounts',
  summary: 'Undoes impersonateAccount for an account.',
  parameters,
  run(endpoint, [address]) {
    return requireMiner(endpoint).impersonation.remove(address)
  },
  result: nothing,
  aliases: [
    { names: ['anvil_stopImpersonatingAccount'], parameters, result: nothing },
    {
      names: ['hardhat_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'],
      parameters,
      result: booleanResult,
    },
    {
      names: ['evm_removeAccount'],
      ...remoteCall([address, passphrase], (address) => [address]),
      result: booleanResult,
    },
  ],
  steps: { stopImpersonatingAccount: { schema: address.schema } },
}
