import type { SealedBlock } from '../../chain/encoding/block.ts'
import { nullAnswer } from '../answer.ts'
import { answerFromBlock, receiptsAnswer } from '../blockAnswers.ts'
import { dialectErrors } from '../dialectErrors.ts'
import type { Method, MethodContext } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { receiptsBlock } from '../params/receiptsBlock.ts'
import type { BlockByHash } from '../params/stateBlock.ts'

/**
 * The receipts of all transactions of a block, in order (execution-apis).
 *
 * 1. block: QUANTITY, a decimal integer, or a tag, where `pending` means `latest`; also a block hash (DATA, 32 bytes) or
 *    an EIP-1898 object, as nodes accept them
 *
 * Result: array of receipt objects, or null.
 */
export const eth_getBlockReceipts: Method = (params, context) => {
  const [parameter] = readArguments(params, context, [receiptsBlock])
  if (typeof parameter === 'object') {
    const block = blockByHash(context, parameter)
    return block === undefined ? nullAnswer : receiptsAnswer(context, block)
  }
  const blockParameter = parameter === 'pending' ? 'latest' : parameter
  return answerFromBlock(context, blockParameter, (block) => receiptsAnswer(context, block))
}

function blockByHash(
  { view, dialect }: MethodContext,
  { blockHash, requireCanonical }: BlockByHash,
): SealedBlock | undefined {
  const block = view.blockByHash(blockHash)
  if (block === undefined || !requireCanonical) return block
  if (view.isCanonical(block)) return block
  const { notCanonical } = dialectErrors[dialect.name]
  if (notCanonical !== undefined) throw notCanonical()
  return undefined
}
