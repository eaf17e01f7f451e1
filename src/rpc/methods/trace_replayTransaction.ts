import { RequestError } from '../errors.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { replayTypes } from '../params/replayTypes.ts'
import { replayAnswer } from '../parityTraces.ts'

/**
 * Runs a transaction again, and returns traces of it in Parity's format.
 *
 * 1. transaction hash: DATA, 32 bytes
 * 2. trace types: array of `trace`, `stateDiff` and `vmTrace`
 *
 * Result: object with `output`, `trace`, `stateDiff` and `vmTrace`. An unknown transaction is an error, as in Reth.
 */
export const trace_replayTransaction: Method = (params, context) => {
  const [transactionHash, types] = readArguments(params, context, [hash, replayTypes])
  const location = context.view.transactionByHash(transactionHash)
  if (location === undefined) throw new RequestError('SERVER_ERROR', 'transaction not found')
  return replayAnswer(context, location.block, { index: location.index, types })
}
