import { boolean } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { alwaysTrue, nothing } from '../results.ts'

export interface AutoImpersonateAccount {
  /**
   * Sets whether clients can send transactions from all accounts without their keys: see `impersonateAccount`.
   *
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  autoImpersonateAccount(enabled: boolean): Promise<void>
}

export interface AutoImpersonateAccountSteps {
  /** Whether clients can send transactions from all accounts without their keys. */
  readonly autoImpersonateAccount: boolean
}

const parameters = [{ name: 'enabled', schema: boolean }] as const

export const autoImpersonateAccount: MoveOf<AutoImpersonateAccount, AutoImpersonateAccountSteps> = {
  name: 'autoImpersonateAccount',
  effect: 'configures',
  group: 'Transactions and accounts',
  summary: 'Sets whether clients can send transactions from all accounts without their keys.',
  parameters,
  run(endpoint, [enabled]) {
    requireMiner(endpoint).impersonation.includesAll = enabled
  },
  result: nothing,
  aliases: [
    { names: ['anvil_autoImpersonateAccount'], parameters, result: nothing },
    {
      names: ['hardhat_autoImpersonateAccount', 'ganache_autoImpersonateAccount'],
      parameters,
      result: alwaysTrue,
    },
  ],
  steps: { autoImpersonateAccount: { schema: boolean } },
}
