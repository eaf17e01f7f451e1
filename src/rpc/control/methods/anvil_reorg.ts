import { decodeArguments, invalidArgument } from '../../params/arguments.ts'
import { describe } from '../../params/hexNumber.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { ifThere, members, required } from '../params/members.ts'
import { wholeNumber } from '../params/wholeNumber.ts'

/**
 * Moves the head to another branch of the same height, as in Anvil.
 *
 * 1. how many blocks are left; or an object with `depth` and `tx_block_pairs`, which alloy sends in place of the list of
 *    arguments
 * 2. `tx_block_pairs`: an empty list, or left out. Transactions cannot be sent to this chain: its own come again in part
 *
 * Result: null.
 */
export const anvil_reorg: ControlMethod = async (params, { endpoint, runLong }) => {
  const [depth] = decodeArguments(params, [depthOf], [noTransactions])
  await runLong((pause) => endpoint.reorg({ depth, length: depth }, pause))
}

function depthOf(value: unknown, position: number): number {
  if (typeof value !== 'object') return wholeNumber(value, position)
  const { depth, tx_block_pairs } = members(value, position, ['depth', 'tx_block_pairs'])
  ifThere(tx_block_pairs, position, noTransactions)
  return required('depth', depth, position, wholeNumber)
}

function noTransactions(pairs: unknown, position: number): void {
  if (!Array.isArray(pairs)) {
    throw invalidArgument(position, `tx_block_pairs: want an array, have ${describe(pairs)}`)
  }
  if (pairs.length > 0) {
    throw invalidArgument(position, 'tx_block_pairs: no transactions can be sent to this chain')
  }
}
