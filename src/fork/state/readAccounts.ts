import type { Chain } from '../../chain/chain.ts'
import type { RecordClock } from '../../record/recordClock.ts'
import { inTime, late, silent } from '../inTime.ts'
import type { NetworkState } from './networkState.ts'

/**
 * Reads what the accounts of a fork have whose keys are known, so that changes of them need no node.
 *
 * @param state of its first block
 * @param signal ends this
 * @throws {OmmerError} if a node does not give them, or not in time; the next attempt asks again
 */
export async function readAccounts(
  chain: Chain,
  state: NetworkState,
  clock: RecordClock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { accounts } = chain
  if (accounts.length === 0) return
  const reads = accounts.map(({ address }) => chain.account(address))
  const until = (read: Promise<unknown>) => (ended: AbortSignal) =>
    Promise.race([read, rejection(ended)])
  try {
    await inTime(clock, signal, silent, until(Promise.race(reads)))
    await inTime(clock, signal, late, until(Promise.all(reads)))
  } catch (error) {
    for (const { address } of accounts) state.forgetRead(address)
    throw error
  }
}

/** Rejects when a signal is aborted. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
