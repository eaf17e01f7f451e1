import type { SentName } from '../../endpoint/heldTransactions.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { nothing } from '../results.ts'
import { namedByHash, sentName, transaction } from '../sentTransaction.ts'

export interface HoldTransaction {
  /**
   * Lets a transaction stay pending: no block includes it, and none of its sender with a higher nonce, until
   * `releaseTransaction`. It may be named before it is sent. A replacement is not held.
   *
   * @param transaction its hash, or its number among those that were sent to the endpoint, from 1
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  holdTransaction(transaction: SentName): Promise<void>
}

export interface HoldTransactionSteps {
  /** Lets a transaction stay pending: no block includes it until it is released. */
  readonly holdTransaction: SentName
}

export const holdTransaction: MoveOf<HoldTransaction, HoldTransactionSteps> = {
  name: 'holdTransaction',
  effect: 'changesPool',
  group: 'Transactions and accounts',
  summary: 'Lets a transaction stay pending: no block includes it until it is released.',
  parameters: [transaction],
  run(endpoint, [transaction]) {
    return requireMiner(endpoint).hold(transaction, true)
  },
  result: nothing,
  steps: { holdTransaction: { schema: sentName } },
  journal: { byHash: namedByHash },
}
