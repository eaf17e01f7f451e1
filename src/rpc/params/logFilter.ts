import type { Hex } from '../../primitives/hex.ts'
import {
  type AddressLocation,
  type BytesProblem,
  type DialectErrors,
  errorsOf,
} from '../dialectErrors.ts'
import type { RequestError } from '../errors.ts'
import { arrayOf, nullSchema, orNull, ref, type Schema } from '../schemas/schema.ts'
import { addressParameterSchema } from './address.ts'
import type { FilteredBlocks, Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { type BlockParameter, blockNumberPattern, readBlockParameter } from './blockParameter.ts'
import { foldedMembers } from './foldedMembers.ts'
import { hashOf } from './hash.ts'
import { describe } from './hexNumber.ts'
import { respellFilter, respellFollowedFilter, respellSubscribedFilter } from './spellings.ts'

/** Which logs match. */
export interface LogFilter {
  readonly blocks: FilteredBlocks
  /** the contracts that emitted them; undefined for any contract */
  readonly addresses: ReadonlySet<Hex> | undefined
  /** the alternatives for each topic; undefined for any topic. A log must have at least as many topics. */
  readonly topics: readonly (ReadonlySet<Hex> | undefined)[]
}

/** As in geth. */
const ALTERNATIVES_MAX = 1000
const TOPICS_MAX = 4

/** How to report what is wrong: for the whole argument, in the words of a dialect. */
interface FilterErrors {
  readonly errors: DialectErrors
  readonly refuse: (reason: string) => RequestError
}

/**
 * Reads the filter of `eth_getLogs` (execution-apis, Filter). As in geth, a member that is null counts as omitted,
 * `fromBlock` and `toBlock` are `latest` by default, and an empty list of addresses or alternatives means any. Where
 * several members are wrong, the error is about the one that geth finds first.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readLogFilter(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): LogFilter {
  const refuse = (reason: string) => invalidArgument(index, reason)
  const filterErrors: FilterErrors = { errors, refuse }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(errors.wrongKind('filter', describe(value)))
  }
  const names = ['blockHash', 'fromBlock', 'toBlock', 'address', 'topics'] as const
  const members = foldedMembers(value, index, names)
  const blockMembers = readBlocks(members, index, errors)
  const topics = members.get('topics') ?? []
  if (!Array.isArray(topics)) throw refuse(errors.wrongKind('filterTopics', describe(topics)))
  const blocks = requireHashOrRange(blockMembers, filterErrors)
  const addresses = readAddresses(members.get('address') ?? [], filterErrors)
  const topicAlternatives = readTopics(topics, filterErrors)
  if (addresses.length > ALTERNATIVES_MAX) throw errors.tooManyAddresses(refuse)
  return { blocks, addresses: anyOf(addresses), topics: topicAlternatives }
}

interface BlockMembers {
  blockHash?: Hex
  fromBlock?: BlockParameter
  toBlock?: BlockParameter
}

function readBlocks(
  members: ReadonlyMap<string, unknown>,
  index: number,
  errors: DialectErrors,
): BlockMembers {
  const blocks: BlockMembers = {}
  for (const [name, member] of members) {
    if (name === 'blockHash') blocks.blockHash = hashOf('filterBlockHash', member, index, errors)
    if (name === 'fromBlock' || name === 'toBlock') {
      blocks[name] = readBlockParameter(member, index, errors)
    }
  }
  return blocks
}

function requireHashOrRange(
  { blockHash, fromBlock, toBlock }: BlockMembers,
  { refuse }: FilterErrors,
): LogFilter['blocks'] {
  if (blockHash === undefined) return { from: fromBlock ?? 'latest', to: toBlock ?? 'latest' }
  if (fromBlock === undefined && toBlock === undefined) return { blockHash }
  throw refuse('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
}

function readAddresses(value: unknown, { errors, refuse }: FilterErrors): Hex[] {
  const read = (each: unknown, location: AddressLocation): Hex => {
    const problem = bytesProblem(each, 20)
    if (problem !== undefined) throw refuse(errors.address(problem, location, describe(each)))
    return (each as string).toLowerCase() as Hex
  }
  return Array.isArray(value) ? value.map(read) : [read(value, 'alone')]
}

function readTopics(
  topics: readonly unknown[],
  { errors, refuse }: FilterErrors,
): LogFilter['topics'] {
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
    // As in geth, a null stands for any topic, and the alternatives after it are not checked.
    const end = topic.indexOf(null)
    const alternatives = (end === -1 ? topic : topic.slice(0, end)).map(read)
    return end === -1 ? anyOf(alternatives) : undefined
  })
}

/** An empty list means any value. */
function anyOf(values: readonly Hex[]): ReadonlySet<Hex> | undefined {
  return values.length === 0 ? undefined : new Set(values)
}

/** What is wrong with DATA of this length; digits may be in either case. */
function bytesProblem(value: unknown, bytes: number): BytesProblem | undefined {
  if (typeof value !== 'string') return 'not a string'
  if (value === '') return 'empty hex string'
  if (!/^0x/i.test(value)) return 'hex string without 0x prefix'
  if (!/^0x[0-9a-f]*$/i.test(value)) return 'invalid hex string'
  const digits = value.length - 2
  return digits === 2 * bytes ? undefined : { digits }
}

// What `readLogFilter` accepts, except that it takes the names of members in any case. A member that is null counts as
// omitted.

/** Without `pending`: pending logs are not supported. */
const rangeEnd: Schema = {
  type: 'string',
  anyOf: [{ enum: ['latest', 'earliest', 'safe', 'finalized'] }, { pattern: blockNumberPattern }],
}

/** One value, a list of which one has to match, or null for any value. */
function alternatives(value: Schema, inList: Schema = value): Schema {
  return { oneOf: [value, { ...arrayOf(inList), maxItems: 1000 }, nullSchema] }
}

const topic = ref('HashParameter')

const wanted = {
  address: alternatives(addressParameterSchema),
  topics: orNull({ ...arrayOf(alternatives(topic, orNull(topic))), maxItems: 4 }),
}

/** A filter of the logs of future blocks. */
export const followedLogFilter: Parameter<LogFilter> = {
  name: 'filter',
  summary: 'From which contracts, with which topics, and in which range of blocks.',
  schema: {
    type: 'object',
    oneOf: [
      {
        properties: {
          blockHash: nullSchema,
          fromBlock: orNull({ const: 'latest' }),
          toBlock: orNull({ const: 'latest' }),
          ...wanted,
        },
        additionalProperties: false,
      },
      {
        required: ['fromBlock'],
        properties: {
          blockHash: nullSchema,
          fromBlock: numberOr('earliest'),
          toBlock: orNull(numberOr('latest', 'earliest')),
          ...wanted,
        },
        additionalProperties: false,
      },
    ],
  },
  read: readLogFilter,
  respell: respellFollowedFilter,
  blocksOf: ({ blocks }) => blocks,
}

function numberOr(...tags: readonly string[]): Schema {
  return { type: 'string', anyOf: [{ enum: [...tags] }, { pattern: blockNumberPattern }] }
}

export const logFilter: Parameter<LogFilter> = {
  name: 'filter',
  summary: 'Of which blocks, from which contracts, with which topics.',
  schema: {
    type: 'object',
    oneOf: [
      {
        required: ['blockHash'],
        properties: {
          blockHash: ref('HashParameter'),
          fromBlock: nullSchema,
          toBlock: nullSchema,
          ...wanted,
        },
        additionalProperties: false,
      },
      {
        properties: {
          blockHash: nullSchema,
          fromBlock: orNull(rangeEnd),
          toBlock: orNull(rangeEnd),
          ...wanted,
        },
        additionalProperties: false,
      },
    ],
  },
  read: readLogFilter,
  respell: respellFilter,
  blocksOf: ({ blocks }) => blocks,
}

/** A filter of the logs that a client subscribes to. */
export const subscribedLogFilter: Parameter<LogFilter> = {
  ...logFilter,
  respell: respellSubscribedFilter,
}
