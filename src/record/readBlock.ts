import type { BlockJson, JsonObject } from '../formats/json/blockJson.ts'
import { toQuantity } from '../primitives/hex.ts'
import { readBlockReferences } from './blockReferences.ts'
import type { BlockText } from './blockText.ts'
import { forEachConcurrently } from './forEachConcurrently.ts'
import { readAccessList } from './readAccessList.ts'
import { RecordError } from './recordError.ts'
import { TooLargeError, UNCLE_BYTES_MAX } from './responseSizes.ts'
import { isMissingMethod } from './rpc/isMissingMethod.ts'
import type { RpcCaller } from './rpc/rpcClient.ts'
import type { RpcResult } from './rpc/sendRequest.ts'

/** A block as the node sent it. */
export interface BlockResponse {
  readonly text: BlockText
  readonly json: BlockJson
}

export interface ReadOptions {
  /** the maximum size of a response, and of all receipts of the block together */
  readonly bytesMax: number
  /** whether the listed uncles must match the header */
  readonly verify: boolean
}

/**
 * Reads a block that exists, with its receipts, uncles and access list.
 *
 * @throws {RecordError} if the node lacks a method, or lists more than a block can have
 * @throws {RpcRequestError} if a request fails
 */
export async function readBlock(
  client: RpcCaller,
  number: number,
  { bytesMax, verify }: ReadOptions,
): Promise<BlockResponse> {
  const height = toQuantity(number)
  const options = { exists: true, bytesMax }
  const block = await client.call('eth_getBlockByNumber', [height, true], options)
  const { uncleCount, transactionHashes } = readBlockReferences(block.value, number, { verify })
  const [receipts, accessList, ...uncles] = await Promise.all([
    readReceipts(client, number, transactionHashes, bytesMax),
    readAccessList(client, block.value as JsonObject, bytesMax),
    ...Array.from({ length: uncleCount }, (_, index) =>
      client.call('eth_getUncleByBlockNumberAndIndex', [height, toQuantity(index)], {
        mustExist: true,
        bytesMax: UNCLE_BYTES_MAX,
      }),
    ),
  ])
  return {
    text: {
      block: block.text,
      receipts: receipts.text,
      uncles: uncles.map(({ text }) => text),
      ...(accessList && { accessList: accessList.text }),
    },
    json: {
      block: block.value as JsonObject,
      receipts: receipts.value as readonly JsonObject[],
      uncles: uncles.map(({ value }) => value as JsonObject),
      ...(accessList && { accessList: accessList.value as readonly JsonObject[] }),
    },
  }
}

/** Development nodes have `eth_getTransactionReceipt`, but no `eth_getBlockReceipts`. */
async function readReceipts(
  client: RpcCaller,
  number: number,
  transactionHashes: readonly string[],
  bytesMax: number,
): Promise<RpcResult> {
  try {
    return await client.call('eth_getBlockReceipts', [toQuantity(number)], {
      mustExist: true,
      bytesMax,
    })
  } catch (error) {
    if (!isMissingMethod(error)) throw error
  }
  try {
    return await readReceiptsOneByOne(client, number, transactionHashes, bytesMax)
  } catch (cause) {
    if (!isMissingMethod(cause)) throw cause
    const problem = 'the node has no method for receipts, which every recording needs'
    throw new RecordError(`${problem}: ${(cause as Error).message}`, { cause })
  }
}

async function readReceiptsOneByOne(
  client: RpcCaller,
  number: number,
  transactionHashes: readonly string[],
  bytesMax: number,
): Promise<RpcResult> {
  const receipts: RpcResult[] = []
  let length = 0
  await forEachConcurrently(
    transactionHashes.entries(),
    client.concurrency,
    async ([index, hash]) => {
      const receipt = await client.call('eth_getTransactionReceipt', [hash], {
        mustExist: true,
        bytesMax,
      })
      length += receipt.text.length
      if (length > bytesMax) {
        throw new TooLargeError(`block ${number}: receipts: more than ${bytesMax} bytes in total`)
      }
      receipts[index] = receipt
    },
    () => {},
  )
  return {
    text: `[${receipts.map(({ text }) => text).join(',')}]`,
    value: receipts.map(({ value }) => value),
  }
}
