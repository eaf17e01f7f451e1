import type { SentName } from '../../endpoint/heldTransactions.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { nothing } from '../results.ts'
import { namedByHash, sentName, transaction } from '../sentTransaction.ts'

export interface ReleaseTransaction {
  /**
   * Lets blocks include a transaction again that `holdTransaction` has named: the next block does.
   *
   * @param transaction its hash, or its number among those that were sent to the endpoint, from 1
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  releaseTransaction(transaction: SentName): Promise<void>
}

export interface ReleaseTransactionSteps {
  /** Lets blocks include a transaction again that was held. */
  readonly releaseTransaction: SentName
}

export const releaseTransaction: MoveOf<ReleaseTransaction, ReleaseTransactionSteps> = {
  name: 'releaseTransaction',
  effect: 'changesPool',
  group: 'Transactions and accounts',
  summary: 'Lets blocks include a transaction again that was held.',
  parameters: [transaction],
  run(endpoint, [transaction]) {
    return requireMiner(endpoint).hold(transaction, false)
  },
  result: nothing,
  steps: { releaseTransaction: { schema: sentName } },
  journal: { byHash: namedByHash },
}
