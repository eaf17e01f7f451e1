import type { JsonObject } from '../formats/json/blockJson.ts'
import { isMissingMethod } from './rpc/isMissingMethod.ts'
import type { RpcCaller } from './rpc/rpcClient.ts'
import { RpcRequestError } from './rpc/rpcRequestError.ts'
import type { RpcResult } from './rpc/sendRequest.ts'

/** Codes for a list that the node does not keep any more (execution-apis). */
const GONE = [4444, -32001]

/**
 * Reads the access list of a block.
 *
 * @returns undefined before Amsterdam, and if the node does not have it
 */
export async function readAccessList(
  client: RpcCaller,
  { hash, blockAccessListHash }: JsonObject,
  bytesMax: number,
): Promise<RpcResult | undefined> {
  if (typeof blockAccessListHash !== 'string') return undefined
  try {
    const list = await client.call('eth_getBlockAccessList', [hash], { bytesMax })
    return list.value === null ? undefined : list
  } catch (error) {
    if (isMissingMethod(error) || isGone(error)) return undefined
    throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof RpcRequestError && GONE.includes(error.rpcCode ?? 0)
}
