import type { TransactionLocation } from '../../chain/store/tree.ts'
import { WaitError } from '../../endpoint/activity/waitError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { RequestError, serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { whileConnected } from '../whileConnected.ts'
import { requireWritable } from './requireWritable.ts'

/** In milliseconds: how long geth waits by default, and at most. */
const WAIT_DEFAULT = 20_000
const WAIT_MAX = 60_000

/**
 * The block that a transaction is in, as soon as one has it.
 *
 * @param given in milliseconds: how long the client wants to wait
 * @throws {RequestError} as `untilIncluded`
 */
export async function includedIn(
  hash: Hex,
  given: number | undefined,
  context: MethodContext,
): Promise<TransactionLocation> {
  const milliseconds = Math.min(given || WAIT_DEFAULT, WAIT_MAX)
  // Nothing was sent, so waiting is in vain.
  if (context.view.isComparison) throw notIncluded(hash, milliseconds)
  return untilIncluded(hash, milliseconds, context)
}

/**
 * Waits until the canonical chain has a transaction, as long as its client is connected.
 *
 * @param timeout in milliseconds
 * @throws {RequestError} NOT_INCLUDED after that time, as in geth (internal/ethapi/errors.go); SERVER_ERROR if the
 * transaction is dropped, or the endpoint closes; LIMIT_EXCEEDED if too many clients wait
 */
export async function untilIncluded(
  hash: Hex,
  timeout: number,
  { endpoint, view, client }: Pick<MethodContext, 'endpoint' | 'view' | 'client'>,
): Promise<TransactionLocation> {
  const miner = requireWritable(endpoint)
  // It may have been dropped before, and sent again.
  const before = new Set(miner.dropped)
  const condition = {
    met() {
      const location = view.transactionByHash(hash)
      const found =
        location ?? miner.dropped.find((each) => each.hash === hash && !before.has(each))
      return found && { result: found }
    },
    describe: () => describeTimeout(timeout),
  }
  try {
    const found = await whileConnected(
      () => client.isClosed(),
      (signal) => miner.until(condition, { timeout, signal }),
    )
    if ('reason' in found) throw serverError(`the transaction was dropped: ${found.reason}`)
    return found
  } catch (error) {
    if (!(error instanceof WaitError)) throw error
    throw toRequestError(error, hash)
  }
}

/**
 * The error for a transaction that is in the pool, and in no block after a time.
 *
 * @param timeout in milliseconds
 */
function notIncluded(hash: Hex, timeout: number): RequestError {
  return new RequestError('NOT_INCLUDED', describeTimeout(timeout), hash)
}

function describeTimeout(timeout: number): string {
  return `The transaction was added to the transaction pool but wasn't processed in ${goDuration(timeout)}`
}

function toRequestError({ code, message }: WaitError, hash: Hex): RequestError {
  if (code === 'CLOSED') return serverError(message)
  if (code === 'TOO_MANY_WAITS') return new RequestError('LIMIT_EXCEEDED', message)
  return new RequestError('NOT_INCLUDED', message, hash)
}

/** A duration of at most a minute as Go writes it. */
function goDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds}ms`
  return milliseconds < 60_000 ? `${milliseconds / 1000}s` : '1m0s'
}
