import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Chain } from '../../../src/chain/chain.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import { post } from './gethNode.ts'
import { explanationOf } from './states/explainedDifferences.ts'

interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

interface Response {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** The result of sending the same requests to two nodes. */
export interface Comparison {
  readonly compared: number
  /** the responses that differ */
  readonly differences: readonly string[]
}

const BATCH = 25

/** What geth answers while it builds its index of logs. */
const UNFINISHED_INDEX = /^failed to retrieve log value pointer/

/** How often geth is asked then, and how long to wait in between. */
const TRIES_MAX = 100
const RETRY_MS = 50

/**
 * Sends geth and ommer all requests about a chain that both support.
 *
 * @param tags the tags that name the same block in both
 * @param isChosen whether geth's head was set, as by a consensus client
 */
export async function compareResponses(
  gethUrl: string,
  ommerUrl: string,
  chain: Chain,
  { tags, isChosen }: { readonly tags: readonly string[]; readonly isChosen: boolean },
): Promise<Comparison> {
  const all = [...callsAbout(chain, tags, isChosen)]
  const head = { chain, number: chain.tree.head.number }
  const differences: string[] = []
  for (let start = 0; start < all.length; start += BATCH) {
    const batch = all.slice(start, start + BATCH)
    const body = JSON.stringify(batch.map((question, id) => ({ jsonrpc: '2.0', id, ...question })))
    const [geth, ommer] = await Promise.all([gethUrl, ommerUrl].map((url) => answers(url, body)))
    for (const [index, call] of batch.entries()) {
      const [theirs, ours] = [geth?.[index], ommer?.[index]]
      const difference = differenceOf(theirs, ours)
      if (difference === undefined) continue
      const why = theirs && ours && explanationOf(call, theirs, ours, head)
      const { method, params } = call
      if (why === undefined) {
        differences.push(`${method}(${JSON.stringify(params).slice(1, -1)}): ${difference}`)
      }
    }
  }
  return { compared: all.length, differences }
}

async function answers(url: string, body: string): Promise<readonly Response[]> {
  for (let tries = 1; ; tries++) {
    const responses = JSON.parse(await post(url, body)) as readonly Response[]
    const isReady = !responses.some(({ error }) => UNFINISHED_INDEX.test(error?.message ?? ''))
    if (isReady || tries === TRIES_MAX) return responses
    await sleep(RETRY_MS)
  }
}

function differenceOf(geth: Response | undefined, ommer: Response | undefined): string | undefined {
  if (isDeepStrictEqual(geth, ommer)) return undefined
  const [one, other] = [geth, ommer].map((response) => JSON.stringify(response) ?? 'nothing')
  return `geth ${one?.slice(0, 500)}, ommer ${other?.slice(0, 500)}`
}

function* callsAbout(chain: Chain, tags: readonly string[], isChosen: boolean): Generator<RpcCall> {
  const { tree } = chain
  for (const method of ['eth_chainId', 'eth_blockNumber', 'net_version']) {
    yield { method, params: [] }
  }
  yield* aboutFees(tree.head.number)
  // Until a consensus client has set its head, geth may report that it is syncing.
  if (isChosen) yield { method: 'eth_syncing', params: [] }
  for (const tag of tags) yield* ofNumber(tag, 1)
  yield { method: 'eth_getLogs', params: [{ fromBlock: 'earliest', toBlock: 'latest' }] }
  for (let number = 0; number <= tree.head.number + 1; number++) {
    const block = chain.blockByNumber(number)
    const height = toQuantity(number)
    yield* ofNumber(height, block?.uncles.length ?? 0)
    if (block === undefined) continue
    yield* ofHash(block.hash, block.transactions.length)
    yield { method: 'eth_getLogs', params: [{ fromBlock: height, toBlock: height }] }
    for (const [index, { hash }] of block.transactions.entries()) {
      yield {
        method: 'eth_getTransactionByBlockNumberAndIndex',
        params: [height, toQuantity(index)],
      }
      yield { method: 'eth_getTransactionByHash', params: [hash] }
      yield { method: 'eth_getTransactionReceipt', params: [hash] }
    }
  }
  // The last imported block is geth's head, so branches are imported only if the head is set afterwards.
  if (!isChosen) return
  for (const { hash } of tree.sideBlocks) yield* ofHash(hash, 1)
}

function* aboutFees(head: number): Generator<RpcCall> {
  for (const method of ['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_baseFee']) {
    yield { method, params: [] }
  }
  for (const method of ['eth_blobBaseFee', 'eth_config', 'eth_accounts']) {
    yield { method, params: [] }
  }
  const percentiles = [[], [0, 100], [1, 7.5, 33.3, 50, 66.6, 90, 99]]
  for (let number = 0; number <= head + 1; number++) {
    const newest = toQuantity(number)
    for (const wanted of percentiles)
      yield { method: 'eth_feeHistory', params: [1, newest, wanted] }
  }
  for (const count of [0, head + 1, '0x400', '2000']) {
    yield { method: 'eth_feeHistory', params: [count, 'latest', [50]] }
  }
}

function* ofNumber(block: string, uncles: number): Generator<RpcCall> {
  yield { method: 'eth_getBlockByNumber', params: [block, true] }
  yield { method: 'eth_getBlockByNumber', params: [block, false] }
  yield { method: 'eth_getBlockReceipts', params: [block] }
  yield { method: 'eth_getBlockTransactionCountByNumber', params: [block] }
  yield { method: 'eth_getUncleCountByBlockNumber', params: [block] }
  for (let index = 0; index <= uncles; index++) {
    yield { method: 'eth_getUncleByBlockNumberAndIndex', params: [block, toQuantity(index)] }
  }
}

function* ofHash(hash: string, transactions: number): Generator<RpcCall> {
  yield { method: 'eth_getBlockByHash', params: [hash, true] }
  yield { method: 'eth_getBlockByHash', params: [hash, false] }
  yield { method: 'eth_getBlockReceipts', params: [{ blockHash: hash }] }
  yield { method: 'eth_getBlockTransactionCountByHash', params: [hash] }
  yield { method: 'eth_getUncleCountByBlockHash', params: [hash] }
  yield { method: 'eth_getUncleByBlockHashAndIndex', params: [hash, '0x0'] }
  yield { method: 'eth_getLogs', params: [{ blockHash: hash }] }
  for (let index = 0; index <= transactions; index++) {
    yield { method: 'eth_getTransactionByBlockHashAndIndex', params: [hash, toQuantity(index)] }
  }
}
