import * as v from 'valibot'
import type { Hex } from '../../primitives/hex.ts'
import { either } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { nothing } from '../results.ts'
import { address } from '../stateParameters.ts'

export interface DropAllTransactions {
  /**
   * Empties the pool: forgets the transactions that no block has.
   *
   * @param sender only those of this account
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  dropAllTransactions(sender?: Hex): Promise<void>
}

export interface DropAllTransactionsSteps {
  /** Forgets the transactions that no block has: with an address, only those of this account. */
  readonly dropAllTransactions: true | Hex
}

const summary = 'Forgets the transactions that no block has.'

export const dropAllTransactions: MoveOf<DropAllTransactions, DropAllTransactionsSteps> = {
  name: 'dropAllTransactions',
  effect: 'changesPool',
  group: 'Transactions and accounts',
  summary,
  parameters: [
    {
      name: 'sender',
      description: 'Only those of this account.',
      schema: v.optional(address.schema),
    },
  ],
  run(endpoint, [sender]) {
    return requireMiner(endpoint).dropAll(sender)
  },
  result: nothing,
  aliases: [
    {
      names: ['anvil_dropAllTransactions', 'hardhat_dropAllTransactions'],
      parameters: [],
      result: nothing,
    },
    {
      names: ['anvil_removePoolTransactions', 'hardhat_removePoolTransactions'],
      summary: 'Forgets the transactions of an account that no block has.',
      parameters: [address],
      result: nothing,
    },
  ],
  steps: {
    dropAllTransactions: {
      omitted: true,
      schema: either((value) => typeof value !== 'string', v.literal(true), address.schema),
      play: (perform, what) => (what === true ? perform() : perform(what)),
    },
  },
  toStep: ([sender]) => ({ dropAllTransactions: sender ?? true }),
}
