import { accountAt } from '../../chain/state/stateReads.ts'
import type { Hex } from '../../primitives/hex.ts'
import { afterMisses } from '../../primitives/miss.ts'
import type { MethodContext } from '../method.ts'
import { poolOf } from './poolContent.ts'

/**
 * The nonce of the next transaction of an account: the answer of `eth_getTransactionCount` for `pending`. Where
 * transactions can be sent, those that were sent count, but not those that are generated for the pending block: they come
 * after what is sent.
 *
 * @param account in lower case
 */
export async function nextNonce(account: Hex, context: MethodContext): Promise<bigint> {
  const { view, endpoint, isOwnView, runLong } = context
  const isWritable = isOwnView && endpoint.miner !== undefined
  const pool = isWritable ? await poolOf(context) : undefined
  if (pool !== undefined) return afterMisses(() => pool.nextNonce(account))
  const block = isWritable ? view.head : ((await view.pendingBlock()) ?? view.head)
  const { states } = view.chain
  const state = states.ready(block) ?? (await runLong(async (pause) => states.after(block, pause)))
  return afterMisses(() => accountAt(state, account)?.nonce ?? 0n)
}
