import type { Hex } from '../../primitives/hex.ts'
import {
  type AddressPlace,
  type BytesProblem,
  type DialectErrors,
  dialectErrors,
} from '../dialectErrors.ts'
import type { RequestError } from '../errors.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, blockParameter } from './blockParameter.ts'
import { foldedMembers } from './foldedMembers.ts'
import { hashOf } from './hash.ts'
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

/** What is wrong is said of the argument as a whole, in the words of a dialect. */
interface Reading {
  readonly errors: DialectErrors
  readonly refuse: (reason: string) => RequestError
}

/**
 * The filter of `eth_getLogs` (execution-apis, Filter). As in geth a member that is null counts as left out, `fromBlock`
 * and `toBlock` are `latest` by default, and an empty list of addresses or alternatives means any. Where several members
 * are wrong the one that geth finds first is told of.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function logFilter(
  value: unknown,
  position: number,
  errors: DialectErrors = dialectErrors.infura,
): LogFilter {
  const refuse = (reason: string) => invalidArgument(position, reason)
  const reading: Reading = { errors, refuse }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(errors.wrongKind('filter', describe(value)))
  }
  const names = ['blockHash', 'fromBlock', 'toBlock', 'address', 'topics'] as const
  const members = foldedMembers(value, position, names)
  const ends = readBlocks(members, position, errors)
  const topics = members.get('topics') ?? []
  if (!Array.isArray(topics)) throw refuse(errors.wrongKind('filterTopics', describe(topics)))
  const blocks = requireOneWay(ends, reading)
  const addresses = readAddresses(members.get('address') ?? [], reading)
  const wanted = readTopics(topics, reading)
  if (addresses.length > ALTERNATIVES_MAX) throw errors.tooManyAddresses(refuse)
  return { blocks, addresses: anyOf(addresses), topics: wanted }
}

interface Ends {
  blockHash?: Hex
  fromBlock?: BlockParameter
  toBlock?: BlockParameter
}

function readBlocks(
  members: ReadonlyMap<string, unknown>,
  position: number,
  errors: DialectErrors,
): Ends {
  const ends: Ends = {}
  for (const [name, member] of members) {
    if (name === 'blockHash') ends.blockHash = hashOf('filterBlockHash', member, position, errors)
    if (name === 'fromBlock' || name === 'toBlock') {
      ends[name] = blockParameter(member, position, errors)
    }
  }
  return ends
}

function requireOneWay(
  { blockHash, fromBlock, toBlock }: Ends,
  { refuse }: Reading,
): LogFilter['blocks'] {
  if (blockHash === undefined) return { from: fromBlock ?? 'latest', to: toBlock ?? 'latest' }
  if (fromBlock === undefined && toBlock === undefined) return { blockHash }
  throw refuse('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
}

function readAddresses(value: unknown, { errors, refuse }: Reading): Hex[] {
  const read = (each: unknown, place: AddressPlace): Hex => {
    const problem = bytesProblem(each, 20)
    if (problem !== undefined) throw refuse(errors.address(problem, place, describe(each)))
    return (each as string).toLowerCase() as Hex
  }
  return Array.isArray(value) ? value.map(read) : [read(value, 'alone')]
}

function readTopics(topics: readonly unknown[], { errors, refuse }: Reading): LogFilter['topics'] {
  if (topics.length > TOPICS_MAX) throw refuse('exceed max topics')
  const read = (value: unknown): Hex => {
    const problem = bytesProblem(value, 32)
    if (problem !== undefined) throw refuse(errors.topic(problem, describe(value)))
    return (value as string).toLowerCase() as Hex
  }
  return topics.map((topic) => {
    if (topic === null) return undefined
    if (!Array.isArray(topic)) return new Set([read(topic)])
    if (topic.length > ALTERNATIVES_MAX) throw refuse(errors.tooManyTopics)
    // As in geth, one that is null stands for any, and what comes after it is not looked at.
    const end = topic.indexOf(null)
    const wanted = (end === -1 ? topic : topic.slice(0, end)).map(read)
    return end === -1 ? anyOf(wanted) : undefined
  })
}

/** An empty list means any. */
function anyOf(values: readonly Hex[]): ReadonlySet<Hex> | undefined {
  return values.length === 0 ? undefined : new Set(values)
}

/** What is wrong with DATA of this length, its digits in either case. */
function bytesProblem(value: unknown, bytes: number): BytesProblem | undefined {
  if (typeof value !== 'string') return 'not a string'
  if (value === '') return 'empty hex string'
  if (!/^0x/i.test(value)) return 'hex string without 0x prefix'
  if (!/^0x[0-9a-f]*$/i.test(value)) return 'invalid hex string'
  const digits = value.length - 2
  return digits === 2 * bytes ? undefined : { digits }
}
