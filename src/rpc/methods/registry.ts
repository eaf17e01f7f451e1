import type { Method } from '../method.ts'
import { eth_blockNumber } from './eth_blockNumber.ts'
import { eth_chainId } from './eth_chainId.ts'
import { eth_getBlockByHash } from './eth_getBlockByHash.ts'
import { eth_getBlockByNumber } from './eth_getBlockByNumber.ts'
import { eth_getBlockReceipts } from './eth_getBlockReceipts.ts'
import { eth_getBlockTransactionCountByHash } from './eth_getBlockTransactionCountByHash.ts'
import { eth_getBlockTransactionCountByNumber } from './eth_getBlockTransactionCountByNumber.ts'
import { eth_getLogs } from './eth_getLogs.ts'
import { eth_getTransactionByBlockHashAndIndex } from './eth_getTransactionByBlockHashAndIndex.ts'
import { eth_getTransactionByBlockNumberAndIndex } from './eth_getTransactionByBlockNumberAndIndex.ts'
import { eth_getTransactionByHash } from './eth_getTransactionByHash.ts'
import { eth_getTransactionReceipt } from './eth_getTransactionReceipt.ts'
import { eth_getUncleByBlockHashAndIndex } from './eth_getUncleByBlockHashAndIndex.ts'
import { eth_getUncleByBlockNumberAndIndex } from './eth_getUncleByBlockNumberAndIndex.ts'
import { eth_getUncleCountByBlockHash } from './eth_getUncleCountByBlockHash.ts'
import { eth_getUncleCountByBlockNumber } from './eth_getUncleCountByBlockNumber.ts'
import { eth_subscribe } from './eth_subscribe.ts'
import { eth_syncing } from './eth_syncing.ts'
import { eth_unsubscribe } from './eth_unsubscribe.ts'
import { net_version } from './net_version.ts'
import { rpc_discover } from './rpc_discover.ts'
import { web3_clientVersion } from './web3_clientVersion.ts'

/** The five methods that the service is about (docs/service.md, Methods). */
const core = {
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getUncleByBlockNumberAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getBlockReceipts,
} satisfies MethodTable

/** With them, what real clients ask before or beside them (docs/service.md, Methods). */
const all = {
  ...core,
  eth_chainId,
  net_version,
  eth_blockNumber,
  eth_syncing,
  web3_clientVersion,
  eth_getBlockTransactionCountByHash,
  eth_getBlockTransactionCountByNumber,
  eth_getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber,
  eth_getUncleByBlockHashAndIndex,
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByHash,
  eth_getTransactionReceipt,
  eth_getLogs,
  'rpc.discover': rpc_discover,
} satisfies MethodTable

const subscribing = { eth_subscribe, eth_unsubscribe } satisfies MethodTable

type MethodTable = Readonly<Record<string, Method>>

export type MethodSet = 'core' | 'all'

export type MethodName = keyof typeof all

/**
 * The methods of each set by their names; a Map, so that a client's text never meets an object's
 * prototype.
 */
export const methodSets: Readonly<Record<MethodSet, ReadonlyMap<string, Method>>> = {
  core: new Map(Object.entries(core)),
  all: new Map(Object.entries(all)),
}

export const methodSetNames = Object.keys(methodSets) as readonly MethodSet[]

/**
 * The methods of each set that work over WebSocket alone. `rpc.discover` does not tell of them: OpenRPC has no words for
 * notifications, and what it says holds over each transport.
 */
export const subscriptionMethods: Readonly<Record<MethodSet, ReadonlyMap<string, Method>>> = {
  core: new Map(),
  all: new Map(Object.entries(subscribing)),
}

/** The names of all methods that there are, whichever set is served. */
export const methodNames: readonly string[] = Object.keys({ ...all, ...subscribing })
