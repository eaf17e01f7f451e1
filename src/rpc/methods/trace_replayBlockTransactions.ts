import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { replayTypes } from '../params/replayTypes.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { parityBlock, replayAnswer } from '../parityTraces.ts'

/**
 * Runs the transactions of a block again, and returns traces of each in Parity's format.
 *
 * 1. block: QUANTITY, tag, hash or EIP-1898 object
 * 2. trace types: array of `trace`, `stateDiff` and `vmTrace`
 *
 * Result: array of objects with `output`, `trace`, `stateDiff`, `vmTrace` and `transactionHash`.
 */
export const trace_replayBlockTransactions: Method = async (params, context) => {
  const [parameter, types] = readArguments(params, context, [stateBlock, replayTypes])
  const block = await parityBlock(context, parameter)
  return replayAnswer(context, block, { index: undefined, types })
}
