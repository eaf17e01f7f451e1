import type { Log, SealedBlock } from '../../src/chain/encoding/block.ts'
import type { DialectName } from '../../src/endpoint/dialects/dialects.ts'
import { type Hex, toQuantity } from '../../src/primitives/hex.ts'
import { below, pick } from './chance.ts'
import {
  type Digest,
  digestOfError,
  digestOfResult,
  nothing,
  type Oracle,
  transactionCount,
} from './oracle.ts'

export interface SoakRequest {
  readonly method: string
  readonly params: readonly unknown[]
  /** The correct response while the head is at that height; for most requests the same at any height. */
  readonly expected: (height: number) => Digest
}

/** In blocks. */
const LOG_RANGE_MAX = 16

/** The behaviour of a client: chooses its next request. */
export type Behaviour = (oracle: Oracle, dialect: DialectName) => SoakRequest

/** Walks the chain block by block, which exceeds the response cache, and starts again. */
export function walker(start: number): Behaviour {
  let step = start * 2
  return (oracle, dialect) => {
    const block = oracle.sealed(Math.floor(step / 2) % (oracle.floor + 1))
    const asksReceipts = step++ % 2 === 1
    return asksReceipts
      ? request('eth_getBlockReceipts', [toQuantity(block.number)], () =>
          oracle.receipts(dialect, block),
        )
      : request('eth_getBlockByNumber', [toQuantity(block.number), true], () =>
          oracle.blockObject(dialect, block, true),
        )
  }
}

/** Follows the head and the blocks after it. */
export const follower: Behaviour = (oracle, dialect) => {
  const { finality } = oracle.chain
  const at = (height: number, back: number): Digest =>
    height < back ? nothing : oracle.blockObject(dialect, oracle.sealed(height - back), false)
  const index = below(3)
  const number = oracle.floor - 2 + below(6)
  return pick<() => SoakRequest>([
    () => request('eth_blockNumber', [], (height) => digestOfResult(toQuantity(height))),
    () => request('eth_getBlockByNumber', ['latest', false], (height) => at(height, 0)),
    () => request('eth_getBlockByNumber', ['safe', false], (height) => at(height, finality.safe)),
    () =>
      request('eth_getBlockByNumber', ['finalized', false], (height) =>
        at(height, finality.finalized),
      ),
    () =>
      request('eth_getBlockByNumber', ['pending', true], (height) =>
        oracle.pendingBlock(dialect, height, true),
      ),
    () =>
      request('eth_getBlockByNumber', ['pending', false], (height) =>
        oracle.pendingBlock(dialect, height, false),
      ),
    () =>
      request('eth_getTransactionByBlockNumberAndIndex', ['pending', toQuantity(index)], (height) =>
        oracle.pendingTransaction(dialect, height, index),
      ),
    () =>
      request('eth_getBlockReceipts', ['latest'], (height) =>
        oracle.receipts(dialect, oracle.sealed(height)),
      ),
    // Near the head, and above it.
    () =>
      request('eth_getBlockByNumber', [toQuantity(number), true], (height) =>
        number > height ? nothing : oracle.blockObject(dialect, oracle.sealed(number), true),
      ),
    () => newestLogs(oracle, dialect),
  ])()
}

/** Looks up objects anywhere. */
export const browser: Behaviour = (oracle, dialect) => {
  const block = oracle.sealed(below(oracle.floor + 1))
  const number = toQuantity(block.number)
  const full = below(2) === 1
  // Also past the end.
  const index = below(transactionCount(block) + 1)
  const indexHex = toQuantity(index)
  const uncleIndex = below(2)
  const uncleIndexHex = toQuantity(uncleIndex)
  const uncle = () => oracle.uncle(dialect, block, uncleIndex)
  const transaction = () => oracle.transaction(dialect, block, index)
  const receipts = () => oracle.receipts(dialect, block)
  const byHash = () => oracle.blockObject(dialect, block, full)
  const transactions = () => digestOfResult(toQuantity(transactionCount(block)))
  const uncles = () => digestOfResult(toQuantity(oracle.block(block).uncles.length))
  return pick<() => SoakRequest>([
    () => request('eth_getBlockByHash', [block.hash, full], byHash),
    () => request('eth_getBlockByNumber', [number, full], byHash),
    () => request('eth_getBlockReceipts', [pick([number, block.number, block.hash])], receipts),
    () => request('eth_getTransactionByBlockNumberAndIndex', [number, indexHex], transaction),
    () => request('eth_getTransactionByBlockHashAndIndex', [block.hash, indexHex], transaction),
    () => request('eth_getUncleByBlockNumberAndIndex', [number, uncleIndexHex], uncle),
    () => request('eth_getUncleByBlockHashAndIndex', [block.hash, uncleIndexHex], uncle),
    () => request('eth_getBlockTransactionCountByHash', [block.hash], transactions),
    () => request('eth_getBlockTransactionCountByNumber', [number], transactions),
    () => request('eth_getUncleCountByBlockHash', [block.hash], uncles),
    () => request('eth_getUncleCountByBlockNumber', [number], uncles),
    () => byTransactionHash(oracle, dialect, block, index),
    () => uncleBlock(oracle, dialect, block),
    () => logsOfBlock(oracle, dialect, block),
    () => logsOfRange(oracle, dialect, block),
    () => pick(refusedRequests),
  ])()
}

/** A transaction by its hash, or its receipt. */
function byTransactionHash(
  oracle: Oracle,
  dialect: DialectName,
  block: SealedBlock,
  index: number,
): SoakRequest {
  const found = oracle.block(block).transactions[index]
  if (found === undefined) return request('eth_getTransactionByHash', [unknownHash], () => nothing)
  return below(2) === 0
    ? request('eth_getTransactionByHash', [found.hash], () =>
        oracle.transaction(dialect, block, index),
      )
    : request('eth_getTransactionReceipt', [found.hash], () =>
        oracle.receipt(dialect, block, index),
      )
}

/** The whole block of an uncle, which is not on the main branch. */
function uncleBlock(oracle: Oracle, dialect: DialectName, nephew: SealedBlock): SoakRequest {
  const [uncle] = oracle.block(nephew).uncles
  const block = uncle && oracle.chain.tree.byHash(uncle.hash)
  if (block === undefined) return request('eth_getBlockByHash', [unknownHash, true], () => nothing)
  return request('eth_getBlockByHash', [block.hash, true], () =>
    oracle.blockObject(dialect, block, true),
  )
}

function logsOfBlock(oracle: Oracle, dialect: DialectName, block: SealedBlock): SoakRequest {
  return request('eth_getLogs', [{ blockHash: block.hash }], () =>
    oracle.logs(dialect, [block], () => true),
  )
}

/** The logs of one contract, or of one kind of event, in some blocks from one that has such a log. */
function logsOfRange(oracle: Oracle, dialect: DialectName, first: SealedBlock): SoakRequest {
  const logs = oracle.block(first).receipts.flatMap((receipt) => receipt.logs)
  if (logs.length === 0) return logsOfBlock(oracle, dialect, first)
  const { address, topics } = pick(logs)
  const [topic] = topics
  const last = Math.min(oracle.floor, first.number + below(LOG_RANGE_MAX))
  const range = { fromBlock: toQuantity(first.number), toBlock: toQuantity(last) }
  const byTopic = topic !== undefined && below(2) === 0
  const matches = (log: Log): boolean =>
    byTopic ? log.topics[0] === topic : log.address === address
  const filter = byTopic ? { ...range, topics: [topic] } : { ...range, address }
  return request('eth_getLogs', [filter], () =>
    oracle.logs(dialect, between(oracle, first.number, last), matches),
  )
}

/** The logs of the last blocks, up to the head. */
function newestLogs(oracle: Oracle, dialect: DialectName): SoakRequest {
  const from = oracle.floor - below(3)
  return request('eth_getLogs', [{ fromBlock: toQuantity(from), toBlock: 'latest' }], (height) =>
    oracle.logs(dialect, between(oracle, from, height), () => true),
  )
}

function between(oracle: Oracle, first: number, last: number): SealedBlock[] {
  return Array.from({ length: last - first + 1 }, (_, index) => oracle.sealed(first + index))
}

const unknownHash: Hex = `0x${'5'.repeat(64)}`

/** Requests that are refused, with the messages of docs/errors.md and geth. */
const refusedRequests: readonly SoakRequest[] = [
  refused('eth_getBlockByNumber', ['0x1'], -32602, 'missing value for required argument 1'),
  refused('eth_getBlockReceipts', ['0x1', 1], -32602, 'too many arguments, want at most 1'),
  refused('eth_mine', [], -32601, 'the method eth_mine does not exist/is not available'),
]

function refused(
  method: string,
  params: readonly unknown[],
  code: number,
  message: string,
): SoakRequest {
  const expected = digestOfError(code, message)
  return { method, params, expected: () => expected }
}

function request(
  method: string,
  params: readonly unknown[],
  expected: SoakRequest['expected'],
): SoakRequest {
  return { method, params, expected }
}
