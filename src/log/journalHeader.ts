import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { type ForkPin, networkRulesInput } from '../chain/forkPin.ts'
import type { Hex } from '../primitives/hex.ts'
import { fieldDifference } from './fieldDifference.ts'
import { JournalError } from './journalError.ts'

/** The format of entries. A change that older code cannot read increases it. */
const VERSION = 2

/** The first line of a journal: what its entries start from. */
export interface JournalHeader {
  readonly format: 'ommer-journal'
  readonly version: number
  /** of a journal that several servers share: tells it from another one of the same name */
  readonly id?: string | undefined
  /** of the package that has begun it */
  readonly ommer: string
  readonly chain: JournaledChain
  /** the options of the server that entries depend on */
  readonly options: Readonly<Record<string, unknown>>
}

/** The chain before the first entry. */
interface JournaledChain {
  /** what generates it, or its blocks after the first of a fork; undefined if it was loaded from files */
  readonly spec?: Readonly<Record<string, unknown>> | undefined
  /** where it was forked; undefined if it was not. It has no addresses of nodes, which may have keys. */
  readonly fork?: ForkPin | undefined
  /** DATA, 32 bytes: hash of its first block */
  readonly first: Hex
  /** the number of its last block */
  readonly height: number
  /** DATA, 32 bytes: hash of its last block */
  readonly head: Hex
}

const fork = v.intersect([
  v.looseObject({ number: v.number(), hash: v.string(), isProven: v.boolean() }),
  networkRulesInput,
])

const header = v.object({
  format: v.literal('ommer-journal'),
  version: v.number(),
  id: v.optional(v.string()),
  ommer: v.string(),
  chain: v.object({
    spec: v.optional(v.record(v.string(), v.unknown())),
    fork: v.optional(fork),
    first: v.string(),
    height: v.number(),
    head: v.string(),
  }),
  options: v.record(v.string(), v.unknown()),
})

export function createHeader(
  given: Pick<JournalHeader, 'ommer' | 'chain' | 'options'>,
): JournalHeader {
  // As it will be read: without what is undefined.
  return JSON.parse(
    JSON.stringify({ format: 'ommer-journal', version: VERSION, ...given }),
  ) as JournalHeader
}

/**
 * Reads the first line.
 *
 * @throws {JournalError} JOURNAL_DAMAGED if it is not that of a journal, or of one that a later version has begun
 */
export function readHeader(path: string, json: string): JournalHeader {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    value = undefined
  }
  if (!v.is(header, value)) throw noJournal(path)
  if (value.version === VERSION) return value as JournalHeader
  const problem = `${path}: it has version ${value.version} of the format (ommer ${value.ommer}), and this program reads version ${VERSION}`
  throw new JournalError('JOURNAL_DAMAGED', problem)
}

export function noJournal(path: string): JournalError {
  return new JournalError('JOURNAL_DAMAGED', `${path}: it is not a journal of ommer`)
}

/**
 * Checks that a journal was begun for a chain and a server like these.
 *
 * @throws {JournalError} JOURNAL_OF_OTHER_CHAIN, with the first difference
 */
export function requireSame(path: string, found: JournalHeader, wanted: JournalHeader): void {
  const fail = (problem: string): never => {
    throw new JournalError('JOURNAL_OF_OTHER_CHAIN', `${path}: ${problem}`)
  }
  const fork = forkDifference(found.chain.fork, wanted.chain.fork)
  if (fork !== undefined) fail(`it was begun for ${fork}`)
  const option = fieldDifference(found.options, wanted.options)
  if (option !== undefined) fail(`the server that began it had ${option}`)
  const spec = fieldDifference(found.chain.spec ?? {}, wanted.chain.spec ?? {})
  if (spec !== undefined) fail(`the chain that it was begun for has ${spec}`)
  if (found.chain.first !== wanted.chain.first) {
    fail(
      `the chain that it was begun for has first block ${found.chain.first}, this one has ${wanted.chain.first}`,
    )
  }
}

/** What differs between two forks. */
function forkDifference(found: ForkPin | undefined, wanted: ForkPin | undefined) {
  if (found === undefined || wanted === undefined) {
    if (found === wanted) return undefined
    return found === undefined
      ? 'a chain that is no fork: use another journal for a fork'
      : `a fork of ${blockOf(found)}: fork it again (--fork-url, or --offline)`
  }
  if (found.hash !== wanted.hash || found.rules.chainId !== wanted.rules.chainId)
    return `a fork of ${blockOf(found)}, this one is of ${blockOf(wanted)}`
  if (found.isProven !== wanted.isProven)
    return `a fork whose state is ${stateOf(found)}, that of this one is ${stateOf(wanted)} (--fork-proofs)`
  if (isDeepStrictEqual(found.rules, wanted.rules)) return undefined
  return 'a fork whose blocks follow other rules (--forks)'
}

function blockOf({ number, hash, rules: { chainId } }: ForkPin): string {
  return `block ${number} of chain ${chainId}, ${hash}`
}

function stateOf({ isProven }: ForkPin): string {
  return isProven ? 'proven' : 'not proven'
}
