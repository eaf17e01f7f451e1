import type { Chain } from '../chain/chain.ts'
import type { ForkPin } from '../chain/forkPin.ts'
import type { GroupStore } from './groupStore.ts'

/**
 * Forks a network at the block on which all members agree: the one that the first of them has pinned.
 *
 * @param open forks at a pin, or else as the options say; resolves with undefined if it was stopped
 */
export async function agreeOnFork(
  store: Pick<GroupStore, 'pin'>,
  open: (pin?: ForkPin) => Promise<Chain | undefined>,
): Promise<Chain | undefined> {
  const known = await store.pin()
  const chain = await open(known)
  const own = chain?.forkPin
  if (known !== undefined || own === undefined) return chain
  const agreed = await store.pin(own)
  // As processes send it to each other.
  return JSON.stringify(agreed) === JSON.stringify(own) ? chain : open(agreed)
}
