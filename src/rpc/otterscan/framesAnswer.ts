import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { TransactionLocation } from '../../chain/store/tree.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { FramesRequest } from '../../threads/calls/answers/answerOtterscan.ts'
import { type Answer, encodeResultParts } from '../answer.ts'
import { requireParent } from '../debugTraces.ts'
import { serverError } from '../errors.ts'
import type { MethodContext } from '../method.ts'
import { runCallAfter } from '../runCall.ts'

/** The frames of a transaction of the canonical chain, run again. */
export async function framesAnswer(
  context: MethodContext,
  hash: Hex,
  kind: FramesRequest['kind'],
): Promise<Answer> {
  const { block, index } = minedTransaction(context, hash)
  const { bytesMax } = context.service.logLimits
  const json = await runCallAfter(context, requireParent(context, block), 'frames', {
    block: replayedBlock(block),
    index,
    kind,
    bytesMax,
  })
  return encodeResultParts(['[', json, ']'])
}

/** @throws {RequestError} if the canonical chain does not have the transaction */
export function minedTransaction({ view }: MethodContext, hash: Hex): TransactionLocation {
  const location = view.transactionByHash(hash)
  if (location === undefined) throw serverError('transaction not found')
  return location
}
