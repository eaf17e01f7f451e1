import { toQuantity } from '../../primitives/hex.ts'
import { type Answer, decodeResult, isError } from '../../rpc/answer.ts'
import type { CallRpc, RpcCall } from '../localRpc.ts'

/** A call and its response. */
export interface AnsweredCall extends RpcCall {
  readonly answer: Answer
}

/** The ways in which a block is requested: by number or tag, by hash, or both. */
export interface BlockIds {
  /** QUANTITY, or a tag */
  readonly number?: string | undefined
  /** DATA, 32 bytes */
  readonly hash?: string | undefined
}

/** Makes all calls of the methods about a block that cassettes have. Of lists, each entry and the first index past the end. */
export async function blockCalls(
  rpc: CallRpc,
  { number, hash }: BlockIds,
): Promise<AnsweredCall[]> {
  const calls: RpcCall[] = []
  const add = (method: string, ...params: unknown[]) => calls.push({ method, params })
  if (number !== undefined) {
    add('eth_getBlockByNumber', number, true)
    add('eth_getBlockByNumber', number, false)
  }
  if (hash !== undefined) {
    add('eth_getBlockByHash', hash, true)
    add('eth_getBlockByHash', hash, false)
  }
  if (number !== undefined) add('eth_getBlockReceipts', number)
  if (hash !== undefined) add('eth_getBlockReceipts', hash)
  if (number !== undefined) {
    const transactions = await count(rpc, 'eth_getBlockTransactionCountByNumber', number)
    for (let index = 0; index <= transactions; index++) {
      add('eth_getTransactionByBlockNumberAndIndex', number, toQuantity(index))
    }
    const uncles = await count(rpc, 'eth_getUncleCountByBlockNumber', number)
    for (let index = 0; index <= uncles; index++) {
      add('eth_getUncleByBlockNumberAndIndex', number, toQuantity(index))
    }
  }
  const answered: AnsweredCall[] = []
  for (const call of calls) {
    const answer = await rpc(call)
    // A cassette has only results. In the dialect `geth`, a tag without a block is an error.
    if (!isError(answer)) answered.push({ ...call, answer })
  }
  for (const id of [number, hash]) {
    if (id === undefined) continue
    const call = { method: 'eth_getBlockAccessList', params: [id] }
    const answer = await rpc(call)
    // Only blocks from Amsterdam on have one.
    if (!isError(answer) && decodeResult(answer) !== null) answered.push({ ...call, answer })
  }
  return answered
}

/** The result of a counting method; 0 if the block does not exist. */
async function count(rpc: CallRpc, method: string, block: string): Promise<number> {
  return Number(decodeResult(await rpc({ method, params: [block] })) ?? 0)
}
