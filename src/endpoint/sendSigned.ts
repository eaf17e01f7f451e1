import { CallError } from '../chain/calls/callError.ts'
import { PoolError } from '../pool/poolError.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { Miner } from './miner.ts'
import { EndpointMoveError } from './moveError.ts'

/**
 * Sends a transaction that is valid by itself, as a move.
 *
 * @param isJoined whether it waits for the next block also where transactions are mined at once
 * @throws {EndpointMoveError} TRANSACTION_REFUSED
 */
export async function sendSigned(
  miner: Miner,
  transaction: SentTransaction,
  isJoined: boolean,
): Promise<void> {
  try {
    await miner.send(transaction, isJoined)
  } catch (error) {
    if (!(error instanceof PoolError || error instanceof CallError)) throw error
    throw new EndpointMoveError('TRANSACTION_REFUSED', error.message, { cause: error })
  }
}
