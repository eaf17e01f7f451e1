import { messageOf } from '../primitives/errors.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { WitnessError } from '../primitives/witnessError.ts'
import type { PendingTransaction } from './endpointPool.ts'
import { firstThatFails } from './firstThatFails.ts'

/** Blocks that are to be built. */
export interface Building<T> {
  /** Builds them with these transactions. */
  build(sent: readonly PendingTransaction[]): Promise<T>
  /** Builds only the first of them, and discards it. */
  try(sent: readonly PendingTransaction[]): Promise<unknown>
}

/** Transactions that need state which the forked network refuses, with the reasons. */
export type Unserved = Map<PendingTransaction, string>

/**
 * Builds blocks with transactions, of which those are left out that need state which the forked network refuses again and
 * again.
 *
 * @param unserved those that are left out from the start; gets those that are found. Default: none
 * @param isWanted whether no block is wanted without a transaction. Default: of none
 * @throws {UpstreamError | WitnessError} if state is missing for a transaction that is wanted, for the block itself or for a
 *   block after the first one, or may be available later
 */
export async function buildWithServed<T>(
  building: Building<T>,
  ready: readonly PendingTransaction[],
  unserved: Unserved = new Map(),
  isWanted: (transaction: PendingTransaction) => boolean = () => false,
): Promise<T> {
  let [known, mayTryAgain] = [0, true]
  for (let sent = served(ready, unserved); ; ) {
    try {
      return await building.build(sent)
    } catch (error) {
      if (sent.length === 0 || !isLasting(error)) throw error
      const canBuild = (some: typeof sent) => isPossible(() => building.try(some))
      const index = await firstThatFails(sent, canBuild, known)
      if (index === undefined) {
        if (!mayTryAgain) throw error
        mayTryAgain = false
        continue
      }
      const found = sent[index] as PendingTransaction
      if (isWanted(found)) throw error
      unserved.set(found, messageOf(error))
      sent = without(sent, found)
      known = index
    }
  }
}

/** The transactions that can be mined without those that are not served. */
export function served(
  ready: readonly PendingTransaction[],
  unserved: Unserved,
): readonly PendingTransaction[] {
  return [...unserved.keys()].reduce(without, ready)
}

/** Without a transaction, and without the later ones of its sender, which cannot be mined before it. */
function without(
  sent: readonly PendingTransaction[],
  { hash, sender }: PendingTransaction,
): readonly PendingTransaction[] {
  const index = sent.findIndex((each) => each.hash === hash)
  if (index < 0) return sent
  return sent.filter((each, at) => at < index || Buffer.compare(each.sender, sender) !== 0)
}

/** Whether the forked network will never give what is missing. */
function isLasting(error: unknown): boolean {
  return error instanceof WitnessError || (error instanceof UpstreamError && !error.mayPass)
}

async function isPossible(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isLasting(error)) return false
    throw error
  }
}
