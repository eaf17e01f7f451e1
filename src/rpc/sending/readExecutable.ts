import type { ExecutableTransaction } from '../../chain/execution/executedTransactions.ts'
import { rulesAt } from '../../endpoint/sendingRules.ts'
import { decodeSentTransaction } from '../../pool/decodeSent.ts'
import { PoolError } from '../../pool/poolError.ts'
import { recoverSender } from '../../pool/sentSender.ts'
import { fromHex } from '../../primitives/hex.ts'
import { serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { signatureTurns } from '../signing/signatureTurns.ts'

/**
 * Reads signed transactions that are in no pool.
 *
 * @throws {RequestError} with geth's message if one cannot be read
 */
export async function readExecutable(
  transactions: readonly Uint8Array[],
  { endpoint, dialect }: MethodContext,
): Promise<readonly ExecutableTransaction[]> {
  const rules = rulesAt(endpoint, dialect.rules)
  const read: ExecutableTransaction[] = []
  for (const [index, bytes] of transactions.entries()) {
    try {
      const decoded = decodeSentTransaction(bytes)
      await signatureTurns.begin()
      read.push({ encoded: decoded.encoded, sender: fromHex(recoverSender(decoded, rules)) })
    } catch (error) {
      if (!(error instanceof PoolError)) throw error
      throw serverError(`invalid transaction ${index}: ${error.message}`)
    }
  }
  return read
}
