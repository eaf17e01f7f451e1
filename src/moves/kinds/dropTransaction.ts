import * as v from 'valibot'
import type { SentName } from '../../endpoint/heldTransactions.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { booleanResult } from '../results.ts'
import { hashOfSent, namedByHash, sentName, transaction } from '../sentTransaction.ts'

export interface DropTransaction {
  /**
   * Forgets a transaction: the pool does not have it any more, and no reorg or rollback returns it. If a block has it, it
   * stays there. A client may send it again.
   *
   * @param transaction its hash, or its number among those that were sent to the endpoint, from 1
   * @returns whether the endpoint had it
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; NO_SUCH_TRANSACTION for a number that was not reached
   */
  dropTransaction(transaction: SentName): Promise<boolean>
}

export interface DropTransactionSteps {
  /** Forgets a transaction that was sent. */
  readonly dropTransaction: SentName
}

const parameters = [transaction] as const
/** Whether it was there, from its hash. */
const wasThere = { ...booleanResult, from: (hash: Hex | null) => hash !== null }

export const dropTransaction: MoveOf<DropTransaction, DropTransactionSteps> = {
  name: 'dropTransaction',
  effect: 'changesPool',
  group: 'Transactions and accounts',
  summary: 'Forgets a transaction that was sent.',
  parameters,
  async run(endpoint, [transaction]) {
    const hash = hashOfSent(endpoint, transaction)
    return (await requireMiner(endpoint).drop(hash)) ? hash : null
  },
  result: wasThere,
  aliases: [
    {
      names: ['anvil_dropTransaction'],
      parameters,
      result: { name: 'hash', schema: v.nullable(v.string()), from: (hash: Hex | null) => hash },
    },
    { names: ['hardhat_dropTransaction', 'ganache_dropTransaction'], parameters, result: wasThere },
  ],
  steps: { dropTransaction: { schema: sentName } },
  journal: { byHash: namedByHash },
}
