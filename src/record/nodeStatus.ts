import { readHash } from '../formats/readHash.ts'
import type { Hex } from '../primitives/hex.ts'
import { readQuantity } from './quantity.ts'
import { RecordError } from './recordError.ts'
import { SMALL_RESPONSE_BYTES } from './responseSizes.ts'
import type { RpcCaller, RpcClient } from './rpc/rpcClient.ts'
import { RpcRequestError } from './rpc/rpcRequestError.ts'

/** What a node reports about its chain before the recording starts. */
export interface NodeStatus {
  /** undefined if the node does not report it */
  readonly chainId: number | undefined
  /** undefined if the node does not have it, for example because it has pruned old blocks */
  readonly genesisHash: Hex | undefined
  /** number of the latest block */
  readonly head: number
  /** number of the block; undefined if the node has none */
  readonly safe: number | undefined
  /** number of the block; undefined if the node has none */
  readonly finalized: number | undefined
}

/**
 * Reads the chain id, the genesis hash and the blocks of the tags from a node.
 *
 * @throws {RpcRequestError} if a request fails
 * @throws {RecordError} if the node has no blocks
 */
export async function readNodeStatus(client: RpcClient): Promise<NodeStatus> {
  // On its own: if the node is unreachable, only one request has to find out.
  const { value: latest } = await client.call('eth_getBlockByNumber', ['latest', false], {
    bytesMax: SMALL_RESPONSE_BYTES,
  })
  const head = numberOf(latest)
  if (head === undefined) throw new RecordError('the node has no latest block', { option: 'rpc' })
  const [chainId, genesis, safe, finalized] = await Promise.all([
    callIfSupported(client, 'eth_chainId', []),
    callIfSupported(client, 'eth_getBlockByNumber', ['0x0', false]),
    callIfSupported(client, 'eth_getBlockByNumber', ['safe', false]),
    callIfSupported(client, 'eth_getBlockByNumber', ['finalized', false]),
  ])
  return {
    chainId: readQuantity(chainId),
    genesisHash: readHash(Object(genesis).hash),
    head,
    safe: numberOf(safe),
    finalized: numberOf(finalized),
  }
}

/** @returns undefined if the node responds with an error: each node has other codes for what it does not support */
export async function callIfSupported(
  client: RpcCaller,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return (await client.call(method, params, { bytesMax: SMALL_RESPONSE_BYTES })).value
  } catch (error) {
    if (error instanceof RpcRequestError && error.rpcCode !== undefined) return undefined
    throw error
  }
}

function numberOf(block: unknown): number | undefined {
  return readQuantity(Object(block).number)
}
