import type { BlockJson, JsonObject } from '../formats/json/blockJson.ts'
import { toQuantity } from '../primitives/hex.ts'
import { TooLargeError, UNCLE_BYTES } from './answerSizes.ts'
import type { BlockText } from './blockText.ts'
import { inParallel } from './inParallel.ts'
import { RecordError } from './recordError.ts'
import { requireBounded } from './requireBounded.ts'
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

export interface ReadOptions {
  /** what an answer may have, and the receipts of a block together */
  readonly bytesMax: number
  /** whether what the node lists must be what the header speaks of */
  readonly verify: boolean
}

/**
 * Reads a block that is there, with all that belongs to it.
 *
 * @throws {RecordError} where the node has no method for it, or lists what no block can have
 * @throws {RpcRequestError} where it does not answer
 */
export async function readBlock(
  client: RpcClient,
  number: number,
  { bytesMax, verify }: ReadOptions,
): Promise<ReadBlock> {
  const height = toQuantity(number)
  const options = { exists: true, bytesMax }
  const block = await client.call('eth_getBlockByNumber', [height, true], options)
  const { uncles: count, transactionHashes } = requireBounded(block.value, number, { verify })
  const [receipts, ...uncles] = await Promise.all([
    readReceipts(client, number, transactionHashes, bytesMax),
    ...Array.from({ length: count }, (_, index) =>
      client.call('eth_getUncleByBlockNumberAndIndex', [height, toQuantity(index)], {
        exists: true,
        bytesMax: UNCLE_BYTES,
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

/** Nodes for development have no method for all receipts of a block, but for one. */
async function readReceipts(
  client: RpcClient,
  number: number,
  transactionHashes: readonly string[],
  bytesMax: number,
): Promise<RpcResult> {
  try {
    return await client.call('eth_getBlockReceipts', [toQuantity(number)], {
      exists: true,
      bytesMax,
    })
  } catch (error) {
    if (!isMissingMethod(error)) throw error
  }
  try {
    return await readOneByOne(client, number, transactionHashes, bytesMax)
  } catch (cause) {
    if (!isMissingMethod(cause)) throw cause
    const problem = 'the node has no method for receipts, without which nothing can be recorded'
    throw new RecordError(`${problem}: ${(cause as Error).message}`, { cause })
  }
}

async function readOneByOne(
  client: RpcClient,
  number: number,
  transactionHashes: readonly string[],
  bytesMax: number,
): Promise<RpcResult> {
  const receipts: RpcResult[] = []
  let length = 0
  await inParallel(
    transactionHashes.entries(),
    client.concurrency,
    async ([index, hash]) => {
      const receipt = await client.call('eth_getTransactionReceipt', [hash], {
        exists: true,
        bytesMax,
      })
      length += receipt.text.length
      if (length > bytesMax) {
        const problem = `together they have more than ${bytesMax} bytes`
        throw new TooLargeError(`block ${number}: receipts: ${problem}`)
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

function isMissingMethod(error: unknown): boolean {
  return error instanceof RpcRequestError && METHOD_NOT_FOUND.includes(error.rpcCode ?? 0)
}
