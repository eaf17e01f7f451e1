import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { parityBlock, tracesAnswer } from '../parityTraces.ts'

/**
 * The traces of a block in Parity's format: those of its transactions, and with proof of work the rewards.
 *
 * 1. block: QUANTITY, tag, hash or EIP-1898 object
 *
 * Result: array of trace objects.
 */
export const trace_block: Method = async (params, context) => {
  const [parameter] = readArguments(params, context, [stateBlock])
  return tracesAnswer(context, await parityBlock(context, parameter), undefined)
}
