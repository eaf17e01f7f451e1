import type { Hex } from '../../primitives/hex.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, blockParameter } from './blockParameter.ts'
import { hash } from './hash.ts'
import { describe } from './hexNumber.ts'

/** Which logs are wanted. */
export interface LogFilter {
  /** one block, or a range of them with both its ends */
  readonly blocks:
    | { readonly blockHash: Hex }
    | { readonly from: BlockParameter; readonly to: BlockParameter }
  /** whose logs; undefined for anybody's */
  readonly addresses: ReadonlySet<Hex> | undefined
  /** for each place what may stand there; undefined for anything. A log must have as many topics. */
  readonly topics: readonly (ReadonlySet<Hex> | undefined)[]
}

/** As in geth. */
const ALTERNATIVES_MAX = 1000
const TOPICS_MAX = 4

/**
 * The filter of `eth_getLogs` (execution-apis, Filter). As in geth a member that is null counts as left out, `fromBlock`
 * and `toBlock` are `latest` by default, and an empty list of addresses or alternatives means any.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function logFilter(value: unknown, position: number): LogFilter {
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidArgument(position, `want a filter object, have ${describe(value)}`)
  }
  const { blockHash, fromBlock, toBlock, address, topics } = value as Record<string, unknown>
  return {
    blocks: blocksOf(
      blockHash ?? undefined,
      fromBlock ?? undefined,
      toBlock ?? undefined,
      position,
    ),
    addresses: alternatives(address ?? undefined, position, readAddress),
    topics: readTopics(topics ?? [], position),
  }
}

function blocksOf(
  blockHash: unknown,
  fromBlock: unknown,
  toBlock: unknown,
  position: number,
): LogFilter['blocks'] {
  if (blockHash === undefined) {
    const end = (value: unknown) => blockParameter(value ?? 'latest', position)
    return { from: end(fromBlock), to: end(toBlock) }
  }
  if (fromBlock !== undefined || toBlock !== undefined) {
    throw invalidArgument(
      position,
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    )
  }
  return { blockHash: hash(blockHash, position) }
}

function readTopics(topics: unknown, position: number): LogFilter['topics'] {
  if (!Array.isArray(topics)) {
    throw invalidArgument(position, `topics: want an array, have ${describe(topics)}`)
  }
  if (topics.length > TOPICS_MAX) throw invalidArgument(position, 'exceed max topics')
  return topics.map((topic) => {
    if (!Array.isArray(topic)) return alternatives(topic ?? undefined, position, hash)
    // As in geth, one that is null stands for any, and what comes after it is not looked at.
    const end = topic.indexOf(null)
    const wanted = alternatives(end === -1 ? topic : topic.slice(0, end), position, hash)
    return end === -1 ? wanted : undefined
  })
}

/** One value, or a list of which any will do. */
function alternatives(
  value: unknown,
  position: number,
  read: (value: unknown, position: number) => Hex,
): ReadonlySet<Hex> | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return new Set([read(value, position)])
  if (value.length > ALTERNATIVES_MAX) {
    throw invalidArgument(position, 'exceed max addresses or topics per search position')
  }
  return value.length === 0 ? undefined : new Set(value.map((each) => read(each, position)))
}

/** DATA, 20 bytes, its digits in either case. */
function readAddress(value: unknown, position: number): Hex {
  if (typeof value !== 'string') {
    throw invalidArgument(position, `want an address of 20 bytes in hex, have ${describe(value)}`)
  }
  if (!/^0x[0-9a-f]{40}$/i.test(value)) {
    throw invalidArgument(position, 'want an address of 20 bytes in hex')
  }
  return value.toLowerCase() as Hex
}
