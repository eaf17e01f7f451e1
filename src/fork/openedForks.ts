import type { Chain } from '../chain/chain.ts'
import type { ResolvedForkOptions } from './forkOptions.ts'
import type { ReadBlock } from './pin.ts'
import type { ChosenAccess } from './state/chooseAccess.ts'
import type { Upstream } from './upstream.ts'

/** How a chain was forked. */
export interface OpenedFork {
  options: ResolvedForkOptions
  readonly upstream: Upstream
  readonly networkChainId: number
  readonly pin: ReadBlock
  readonly access: ChosenAccess
}

/** How each chain was forked, which a reset and `anvil_setRpcUrl` need. */
export const openedForks = new WeakMap<Chain, OpenedFork>()

/** Whether a URL is one of those from which a chain was forked. Offline any is: it stands for the network of the folder. */
export function isNodeOf(chain: Chain, rpc: string): boolean {
  const { options } = openedForks.get(chain) ?? {}
  if (options === undefined) return false
  return options.offline || [options.rpc ?? []].flat().includes(rpc)
}
