import type { BlockJson, JsonObject } from '../fixtures/json/blockJson.ts'
import { toQuantity } from '../primitives/hex.ts'
import type { BlockText } from './blockText.ts'
import { RecordError } from './recordError.ts'
import type { RpcResult } from './rpc/exchange.ts'
import type { RpcClient } from './rpc/rpcClient.ts'
import { RpcRequestError } from './rpc/rpcRequestError.ts'

/** A block as it came. */
export interface ReadBlock {
  readonly text: BlockText
  readonly json: BlockJson
}

/** That there is no such method: JSON-RPC 2.0; EIP-1474, as Hardhat says it; Ganache, which has understood the JSON. */
const METHOD_NOT_FOUND = [-32601, -32004, -32700]

/**
 * Reads a block that is there, with all that belongs to it.
 *
 * @throws {RecordError} where the node has no method for it
 * @throws {RpcRequestError} where it does not answer
 */
export async function readBlock(client: RpcClient, number: number): Promise<ReadBlock> {
  const height = toQuantity(number)
  const block = await client.call('eth_getBlockByNumber', [height, true], { exists: true })
  const [receipts, ...uncles] = await Promise.all([
    readReceipts(client, height),
    ...uncleHashes(block).map((_, index) =>
      client.call('eth_getUncleByBlockNumberAndIndex', [height, toQuantity(index)], {
        exists: true,
      }),
    ),
  ])
  return {
    text: {
      block: block.text,
      receipts: receipts.text,
      uncles: uncles.map(({ text }) => text),
    },
    json: {
      block: block.value as JsonObject,
      receipts: receipts.value as readonly JsonObject[],
      uncles: uncles.map(({ value }) => value as JsonObject),
    },
  }
}

async function readReceipts(client: RpcClient, height: string): Promise<RpcResult> {
  try {
    return await client.call('eth_getBlockReceipts', [height], { exists: true })
  } catch (cause) {
    const isMissing =
      cause instanceof RpcRequestError && METHOD_NOT_FOUND.includes(cause.rpcCode ?? 0)
    if (!isMissing) throw cause
    const problem = 'the node has no eth_getBlockReceipts, without which nothing can be recorded'
    throw new RecordError(`${problem}: ${cause.message}`, { cause })
  }
}

function uncleHashes({ value }: RpcResult): readonly unknown[] {
  const { uncles } = Object(value) as { readonly uncles?: unknown }
  return Array.isArray(uncles) ? uncles : []
}
