import { accountAt } from '../../chain/state/stateReads.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { MethodContext } from '../method.ts'
import { poolOf } from './poolContent.ts'

/**
 * The nonce of the next transaction of an account, after those that wait in the pool and those of the pending block: the
 * answer of `eth_getTransactionCount` for `pending`.
 *
 * @param account in lower case
 */
export async function nextNonce(account: Hex, context: MethodContext): Promise<bigint> {
  const { view, runLong } = context
  const pooled = BigInt((await poolOf(context))?.nextNonce(account) ?? 0)
  const block = (await view.pendingBlock()) ?? view.head
  const { states } = view.chain
  const state = states.ready(block) ?? (await runLong(async (pause) => states.after(block, pause)))
  const counted = accountAt(state, account)?.nonce ?? 0n
  return pooled > counted ? pooled : counted
}
