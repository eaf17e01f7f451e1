import { rulesAt } from '../../../endpoint/sendingRules.ts'
import { type Hex, toHex } from '../../../primitives/hex.ts'
import type { MethodContext } from '../../method.ts'
import { transactionRequest } from '../../params/transactionRequest.ts'
import { requireSender } from '../../sending/requireSender.ts'
import { keyringOf } from '../keyringOf.ts'
import { fillTransaction } from './fillTransaction.ts'

/** A transaction of an account that the server signs for, and the nonce that follows from where it is to be included. */
interface SigningRequest {
  /** as for `eth_sendTransaction` */
  readonly transaction: unknown
  /** of the next transaction of an account, in lower case */
  nextNonce(account: Hex): Promise<bigint>
}

/** Fills in what a transaction lacks, and signs it. */
export type SignRequest = (request: SigningRequest) => Promise<Hex>

/**
 * Signs transactions for a client, in its dialect.
 *
 * @returns throws a `RequestError` with geth's message
 */
export function signerFor(context: MethodContext): SignRequest {
  return async ({ transaction, nextNonce }) => {
    const { respell = (value: unknown) => value, read } = transactionRequest
    const request = read(respell(transaction), 0)
    const from = toHex(requireSender(request, context))
    // Before the work.
    const key = keyringOf(context).keyOf(from)
    const nonce = request.nonce ?? (await nextNonce(from))
    const filled = await fillTransaction({ ...request, nonce }, from, context)
    // Loaded with the first signature, because most servers sign nothing.
    const { signFilled } = await import('./signFilled.ts')
    const { hasReplayProtection } = rulesAt(context.endpoint, context.dialect.rules)
    return signFilled(filled, key, hasReplayProtection).raw
  }
}
