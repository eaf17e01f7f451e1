import type { Chain } from '../chain/chain.ts'
import type { ResolvedForkOptions } from './forkOptions.ts'
import type { ReadBlock } from './pin.ts'
import type { ChosenAccess } from './state/chooseAccess.ts'
import type { Upstream } from './upstream.ts'

/** Nodes that were given when forking began, before any reset: they are always accepted, with their headers. */
export interface FirstNodes {
  readonly urls: readonly string[]
  readonly headers: readonly string[]
}

/** How a chain was forked. */
export interface OpenedFork {
  options: ResolvedForkOptions
  readonly first: FirstNodes
  readonly upstream: Upstream
  readonly networkChainId: number
  readonly pin: ReadBlock
  readonly access: ChosenAccess
}

/** How each chain was forked, which a reset and `anvil_setRpcUrl` need. */
export const openedForks = new WeakMap<Chain, OpenedFork>()

/** Whether a URL is one of those that a chain asks. Offline any is: it stands for the network of the folder. */
export function isNodeOf(chain: Chain, rpc: string): boolean {
  const { options } = openedForks.get(chain) ?? {}
  if (options === undefined) return false
  return options.offline || [options.rpc].flat().includes(rpc)
}

/** Whether a URL is one of those from which a chain was forked at first. */
export function isFirstNodeOf(chain: Chain, rpc: string): boolean {
  return openedForks.get(chain)?.first.urls.includes(rpc) === true
}

/** The headers for a node: they may have API keys, which no other node may see. */
export function headersFor({ options, first }: OpenedFork, rpc: string): string[] {
  if (first.urls.includes(rpc)) return [...first.headers]
  return [options.rpc].flat().includes(rpc) ? options.headers : []
}
