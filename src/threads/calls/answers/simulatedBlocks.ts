import type { SimulatedBlock, SimulatedCall } from '../../../chain/calls/simulate/simulation.ts'
import type { Block, Log, Transaction } from '../../../chain/encoding/block.ts'
import { decodeBlockLazily } from '../../../chain/encoding/decode.ts'
import type { Dialect } from '../../../endpoint/dialects/dialect.ts'
import { toHex, toQuantity } from '../../../primitives/hex.ts'
import type { LimitedJson } from './limitedJson.ts'

/** How blocks are written. */
interface BlockFormat {
  readonly dialect: Dialect
  /** whether transactions are objects, not hashes */
  readonly full: boolean
  /** of the block before the first */
  readonly totalDifficulty: bigint
}

/**
 * Writes simulated blocks as the dialect writes blocks, each with the results of its calls, as a JSON array.
 *
 * @throws {CallError} if they are larger than `json` may be
 */
export function writeSimulatedBlocks(
  blocks: readonly SimulatedBlock[],
  json: LimitedJson,
  format: BlockFormat,
): void {
  let { totalDifficulty } = format
  writeList(json, blocks, (block) => {
    const decoded = decode(block, totalDifficulty)
    totalDifficulty = decoded.totalDifficulty
    writeBlock(json, block, decoded, format)
  })
}

/** Writes an array, each item by itself: all of them together may be larger than the memory of a thread. */
function writeList<Item>(
  json: LimitedJson,
  items: readonly Item[],
  write: (item: Item, index: number) => void,
): void {
  for (const [index, item] of items.entries()) {
    json.add(index === 0 ? '[' : ',')
    write(item, index)
  }
  json.add(items.length === 0 ? '[]' : ']')
}

/** Writes an object without its end, for members to be added to it. It must have members. */
function writeOpen(json: LimitedJson, members: object): void {
  json.add(JSON.stringify(members).slice(0, -1))
}

function decode({ sealed }: SimulatedBlock, difficultyBefore: bigint): Block {
  const block = decodeBlockLazily({ ...sealed, totalDifficulty: 0n })
  return {
    ...block,
    totalDifficulty: difficultyBefore + block.header.difficulty,
    transactions: withSenders(block.transactions),
  }
}

/** What geth derives from the signature of zeros of a legacy transaction: (0 - 35) / 2 in 64 bits. */
const UNSIGNED_CHAIN_ID = BigInt.asUintN(64, -35n) / 2n

/**
 * As in geth, transactions with the same hash have the same sender, that of the last one: an unsigned transaction does
 * not contain it (internal/ethapi/simulate.go, MarshalJSON).
 */
function withSenders(transactions: readonly Transaction[]): Transaction[] {
  const senders = new Map(transactions.map(({ hash, from }) => [hash, from]))
  return transactions.map((transaction) => ({
    ...transaction,
    from: senders.get(transaction.hash) ?? transaction.from,
    ...(transaction.type === 0 && { chainId: UNSIGNED_CHAIN_ID }),
  }))
}

function writeBlock(
  json: LimitedJson,
  block: SimulatedBlock,
  decoded: Block,
  { dialect, full }: BlockFormat,
): void {
  const timestamp = toQuantity(block.timestamp)
  const transactions = block.calls.map(({ nonce }, index) =>
    withExact(dialect.transaction(decoded, index, { pending: false }), {
      nonce: toQuantity(nonce),
      blockTimestamp: timestamp,
    }),
  )
  writeOpen(json, {
    ...withExact(dialect.block(decoded, { full: false, pending: false }), {
      timestamp,
      withdrawals: block.withdrawals.map(({ index, validatorIndex, address, amountGwei }) => ({
        index: toQuantity(index),
        validatorIndex: toQuantity(validatorIndex),
        address: toHex(address),
        amount: toQuantity(amountGwei),
      })),
    }),
    ...(full && { transactions }),
  })
  json.add(',"calls":')
  writeList(json, block.calls, (call, index) =>
    writeCall(json, call, (log) => {
      const { hash } = decoded.transactions[index] as Transaction
      const written = dialect.log(decoded, { index, hash }, log)
      return withExact(written, { blockTimestamp: timestamp })
    }),
  )
  json.add('}')
}

function writeCall(
  json: LimitedJson,
  { returnData, logs, gasUsed, maxUsedGas, error }: SimulatedCall,
  writeLog: (log: Log) => object,
): void {
  writeOpen(json, { returnData: toHex(returnData) })
  json.add(',"logs":')
  writeList(json, logs, ({ address, topics, data, logIndex }) => {
    const log = { address: toHex(address), topics: topics.map(toHex), data: toHex(data), logIndex }
    json.add(JSON.stringify(writeLog(log)))
  })
  const rest = {
    gasUsed: toQuantity(gasUsed),
    maxUsedGas: toQuantity(maxUsedGas),
    status: error === undefined ? '0x1' : '0x0',
    ...(error !== undefined && {
      error: {
        code: error.code,
        message: error.message,
        ...(error.data !== undefined && { data: toHex(error.data) }),
      },
    }),
  }
  json.add(`,${JSON.stringify(rest).slice(1)}`)
}

/**
 * Replaces members that the dialect writes. Blocks are decoded to numbers that are exact up to 2^53, but a simulated
 * block may have larger ones.
 */
function withExact(written: object, exact: Readonly<Record<string, unknown>>): object {
  const members: Readonly<Record<string, unknown>> = { ...written }
  const replaced = Object.entries(exact).filter(([name]) => members[name] !== undefined)
  return { ...members, ...Object.fromEntries(replaced) }
}
