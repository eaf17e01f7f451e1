import { CallError } from '../chain/calls/callError.ts'
import { PoolError } from '../pool/poolError.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import { EndpointMoveError } from './moveError.ts'
import type { Sending } from './sending.ts'

/**
 * Sends a transaction that is valid by itself, as a move.
 *
 * @param isJoined whether it waits for the next block also where transactions are mined at once
 * @throws {EndpointMoveError} TRANSACTION_REFUSED
 */
export async function sendSigned(
  sending: Sending,
  transaction: SentTransaction,
  isJoined: boolean,
): Promise<void> {
  try {
    await sending.send(transaction, isJoined)
  } catch (error) {
    if (!(error instanceof PoolError || error instanceof CallError)) throw error
    throw new EndpointMoveError('TRANSACTION_REFUSED', error.message, { cause: error })
  }
}
