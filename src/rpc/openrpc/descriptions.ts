import type { MethodName } from '../methods/registry.ts'
import type { MethodDescription } from './description.ts'
import { eth_blockNumber } from './methods/eth_blockNumber.ts'
import { eth_chainId } from './methods/eth_chainId.ts'
import { eth_getBlockByHash } from './methods/eth_getBlockByHash.ts'
import { eth_getBlockByNumber } from './methods/eth_getBlockByNumber.ts'
import { eth_getBlockReceipts } from './methods/eth_getBlockReceipts.ts'
import { eth_getBlockTransactionCountByHash } from './methods/eth_getBlockTransactionCountByHash.ts'
import { eth_getBlockTransactionCountByNumber } from './methods/eth_getBlockTransactionCountByNumber.ts'
import { eth_getLogs } from './methods/eth_getLogs.ts'
import { eth_getTransactionByBlockHashAndIndex } from './methods/eth_getTransactionByBlockHashAndIndex.ts'
import { eth_getTransactionByBlockNumberAndIndex } from './methods/eth_getTransactionByBlockNumberAndIndex.ts'
import { eth_getTransactionByHash } from './methods/eth_getTransactionByHash.ts'
import { eth_getTransactionReceipt } from './methods/eth_getTransactionReceipt.ts'
import { eth_getUncleByBlockHashAndIndex } from './methods/eth_getUncleByBlockHashAndIndex.ts'
import { eth_getUncleByBlockNumberAndIndex } from './methods/eth_getUncleByBlockNumberAndIndex.ts'
import { eth_getUncleCountByBlockHash } from './methods/eth_getUncleCountByBlockHash.ts'
import { eth_getUncleCountByBlockNumber } from './methods/eth_getUncleCountByBlockNumber.ts'
import { eth_syncing } from './methods/eth_syncing.ts'
import { net_version } from './methods/net_version.ts'
import { rpc_discover } from './methods/rpc_discover.ts'
import { web3_clientVersion } from './methods/web3_clientVersion.ts'

/** One for each method: a method without it does not compile. */
export const descriptions: Readonly<Record<MethodName, MethodDescription>> = {
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getUncleByBlockNumberAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getBlockReceipts,
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
}
