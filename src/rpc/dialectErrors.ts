import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { anvilRevertReason } from './anvilRevertReason.ts'
import { RequestError } from './errors.ts'

// How parameters are wrong, and which answers are errors. `infura` has messages of our own; `geth` has those of geth 1.17,
// which name its Go types. test/data/geth/answers.json records them. The words of other dialects are in
// `endpoint/dialects/`.

/** The type of an argument or of a part of one: how `infura` calls it, and the Go type in geth's messages. */
const argumentTypes = {
  blockNumber: { infura: 'a hex string with 0x prefix', geth: undefined },
  blockOrHash: { infura: 'a hex string with 0x prefix', geth: 'Go value of type string' },
  index: {
    infura: 'a hex string with 0x prefix',
    geth: 'Go value of type hexutil.Uint',
    isHex: true,
  },
  hash: { infura: 'a hash of 32 bytes in hex', geth: 'Go value of type common.Hash', isHex: true },
  address: {
    infura: 'an address of 20 bytes in hex',
    geth: 'Go value of type common.Address',
    isHex: true,
  },
  storageKey: { infura: 'a slot in hex', geth: 'Go value of type string' },
  storageKeys: { infura: 'a list of slots in hex', geth: 'Go value of type []string' },
  storageRequest: {
    infura: 'an object with lists of slots by address',
    geth: 'Go value of type map[common.Address][]common.Hash',
  },
  slots: { infura: 'a list of slots', geth: 'Go value of type []common.Hash' },
  flag: { infura: 'true or false', geth: 'Go value of type bool' },
  canonicalFlag: { infura: 'true or false for requireCanonical', geth: 'Go value of type bool' },
  subscriptionId: { infura: 'a string', geth: 'Go value of type rpc.ID' },
  filter: { infura: 'a filter object', geth: 'Go value of type filters.input' },
  filterBlockHash: {
    infura: 'a hash of 32 bytes in hex',
    geth: 'Go struct field input.blockHash of type common.Hash',
    isHex: true,
  },
  receiptHashes: {
    infura: 'a list of hashes',
    geth: 'Go struct field input.transactionHashes of type []common.Hash',
  },
  receiptHash: {
    infura: 'a hash of 32 bytes in hex',
    geth: 'Go struct field input.transactionHashes of type common.Hash',
    isHex: true,
  },
  percentiles: { infura: 'an array of numbers', geth: 'Go value of type []float64' },
  percentile: { infura: 'a number', geth: 'Go value of type float64' },
  filterTopics: {
    infura: 'an array of topics',
    geth: 'Go struct field input.topics of type []interface {}',
  },
} as const satisfies Record<string, ArgumentTypeNames>

interface ArgumentTypeNames {
  readonly infura: string
  readonly geth: string | undefined
  /** whether geth reads hex into it: of another JSON value its message then does not name the kind */
  readonly isHex?: true
}

export type ArgumentType = keyof typeof argumentTypes

/** The problems of a hex string, in geth's words. */
export type HexProblem =
  | 'empty hex string'
  | 'hex string without 0x prefix'
  | 'hex string "0x"'
  | 'invalid hex string'
  | 'hex string of odd length'
  | 'hex number with leading zero digits'
  | 'hex number > 64 bits'

/** The problems of bytes in hex. */
export type BytesProblem = HexProblem | 'not a string' | { readonly digits: number }

/** How many bytes an address or a hash has. */
export type FixedLength = 20 | 32

/** Where a filter of `eth_getLogs` has an address: at an index of a list, or as the only one. */
export type AddressLocation = number | 'alone'

/** The error messages of one dialect, and the errors that only one of them has. */
export interface DialectErrors {
  /** The argument is a JSON value of another kind. */
  wrongKind(type: ArgumentType, have: string): string
  /** The argument is a hex string that is not valid for this type. */
  unreadable(type: ArgumentType, problem: HexProblem): string
  /** A hash or an address has another number of digits. */
  wrongLength(type: ArgumentType, digits: number, bytes: FixedLength): string
  /** A hash or an address is the empty string. */
  emptyText(bytes: FixedLength): string
  /** A block number is above 2^63 - 1. */
  blockNumberTooHigh(type: 'blockNumber' | 'blockOrHash'): string
  /** Whether an index without digits is 0, as in geth. */
  readonly emptyIndexIsZero: boolean
  /** The messages for a member of an EIP-1898 object. */
  inBlockObject(): DialectErrors
  /** An EIP-1898 object has neither a hash nor a number. */
  readonly emptyBlockObject: string
  /** A decimal block number is not valid. geth accepts none. */
  readonly wrongDecimalNumber: string
  readonly wrongDecimalText: string
  address(problem: BytesProblem, location: AddressLocation, have: string): string
  /** A filter has too many addresses. */
  tooManyAddresses(refuse: (reason: string) => RequestError): RequestError
  topic(problem: BytesProblem, have: string): string
  /** One position of a filter has too many topics. */
  readonly tooManyTopics: string
  /** There is no `safe` or `finalized` block yet; undefined where the answer is null. */
  unsetTag(tag: string): RequestError | undefined
  /** The same in a range of `eth_getLogs`; undefined where the answer is an empty list. */
  unsetRangeEnd(tag: string): RequestError | undefined
  /** There is no pending block; undefined where the answer is null. */
  readonly noPendingBlock: (() => RequestError) | undefined
  /** The block is not canonical, and `requireCanonical` is set; undefined where the answer is null. */
  readonly notCanonical: (() => RequestError) | undefined
  /** Whether a range of logs from `latest` to a number is invalid even where the number is that of the head. */
  readonly latestIsAboveAnyNumber: boolean
  /** Whether `eth_unsubscribe` exists over HTTP too, where it finds no subscription. */
  readonly unsubscribesEverywhere: boolean
  /** Whether `eth_unsubscribe` returns an error for a subscription that does not exist, instead of false. */
  readonly refusesUnknownSubscription: boolean
  /** Whether a range of logs that begins on the chain may end above the head, or before it begins. */
  readonly allowsAnyRangeEnd: boolean
  /** Whether a block number above the head is an error where transactions are counted or an uncle is wanted. */
  readonly refusesAboveHead: boolean
  /** Whether `eth_createAccessList` has an error for a call that fails, instead of a list with the reason. */
  readonly refusesFailedAccessList: boolean
  /** The trace of a transaction that does not exist; undefined where that is an error. */
  readonly unknownTrace: object | undefined
  /** The encoding of a transaction that does not exist. */
  readonly unknownRaw: '0x' | null
  readonly emptyBatch: string
  /** Why code reverted, of what it returned; undefined for geth's words. */
  revertReason?(data: Uint8Array): string | undefined
}

const infura: DialectErrors = {
  wrongKind: (type, have) => `want ${argumentTypes[type].infura}, have ${have}`,
  unreadable: (_, problem) =>
    problem === 'empty hex string' ? 'hex string without 0x prefix' : problem,
  wrongLength: (_, digits, bytes) => `hex string has length ${digits}, want ${2 * bytes}`,
  emptyText: () => 'hex string without 0x prefix',
  blockNumberTooHigh: () => 'block number larger than int64',
  emptyIndexIsZero: false,
  inBlockObject: () => infura,
  emptyBlockObject: 'want blockHash or blockNumber',
  wrongDecimalNumber: 'want a whole number from 0 to 2^53 - 1',
  wrongDecimalText: 'block number larger than int64',
  address: (problem, _, have) =>
    `want an address of 20 bytes in hex${problem === 'not a string' ? `, have ${have}` : ''}`,
  tooManyAddresses: (refuse) => refuse('exceed max addresses or topics per search position'),
  topic(problem, have) {
    if (problem === 'not a string') return infura.wrongKind('hash', have)
    if (typeof problem === 'object') return infura.wrongLength('hash', problem.digits, 32)
    return infura.unreadable('hash', problem)
  },
  tooManyTopics: 'exceed max addresses or topics per search position',
  unsetTag: () => undefined,
  unsetRangeEnd: () => undefined,
  noPendingBlock: undefined,
  notCanonical: undefined,
  latestIsAboveAnyNumber: false,
  unsubscribesEverywhere: false,
  refusesUnknownSubscription: true,
  allowsAnyRangeEnd: false,
  refusesAboveHead: false,
  refusesFailedAccessList: false,
  unknownTrace: undefined,
  unknownRaw: '0x',
  emptyBatch: 'the batch is empty',
}

/** geth's types of addresses and hashes. */
const fixedTypes: Readonly<Record<FixedLength, string>> = {
  20: 'common.Address',
  32: 'common.Hash',
}

const geth: DialectErrors = {
  wrongKind(type, have) {
    const { geth: goType, isHex }: ArgumentTypeNames = argumentTypes[type]
    if (goType === undefined) return 'hex string without 0x prefix'
    const kind = have === 'boolean' ? 'bool' : have
    return `json: cannot unmarshal ${isHex ? 'non-string' : kind} into ${goType}`
  },
  unreadable(type, problem) {
    const { geth: goType, isHex }: ArgumentTypeNames = argumentTypes[type]
    return isHex ? `json: cannot unmarshal ${problem} into ${goType}` : problem
  },
  wrongLength: (type, digits, bytes) =>
    digits % 2 === 1
      ? geth.unreadable(type, 'hex string of odd length')
      : `hex string has length ${digits}, want ${2 * bytes} for ${fixedTypes[bytes]}`,
  emptyText: (bytes) => `hex string has length 0, want ${2 * bytes} for ${fixedTypes[bytes]}`,
  blockNumberTooHigh: (type) =>
    type === 'blockNumber' ? 'block number larger than int64' : 'blocknumber too high',
  emptyIndexIsZero: true,
  // geth's message names neither the member nor the problem.
  inBlockObject() {
    const wrong = () => geth.wrongKind('blockOrHash', 'object')
    return {
      ...geth,
      wrongKind: wrong,
      unreadable: wrong,
      wrongLength: wrong,
      blockNumberTooHigh: wrong,
      emptyText: wrong,
    }
  },
  emptyBlockObject: 'must specify either BlockHash or BlockNumber',
  wrongDecimalNumber: 'json: cannot unmarshal number into Go value of type string',
  wrongDecimalText: 'hex string without 0x prefix',
  address(problem, location) {
    const at = location === 'alone' ? '' : ` at index ${location}`
    if (problem !== 'not a string') return `invalid address${at}: ${bytesReason(problem, 20)}`
    return location === 'alone' ? 'invalid addresses in query' : `non-string address${at}`
  },
  tooManyAddresses: () =>
    new RequestError('SERVER_ERROR', 'exceed max addresses or topics per search position'),
  topic: (problem) => (problem === 'not a string' ? 'invalid topic(s)' : bytesReason(problem, 32)),
  tooManyTopics: 'exceed max topics',
  unsetTag: (tag) => new RequestError('UNKNOWN_BLOCK', `${tag} block not found`),
  unsetRangeEnd: (tag) => new RequestError('UNKNOWN_BLOCK', `${tag} header not found`),
  noPendingBlock: () => new RequestError('UNKNOWN_BLOCK', 'pending block is not available'),
  notCanonical: () => new RequestError('SERVER_ERROR', 'hash is not currently canonical'),
  latestIsAboveAnyNumber: true,
  unsubscribesEverywhere: true,
  refusesUnknownSubscription: true,
  allowsAnyRangeEnd: false,
  refusesAboveHead: false,
  refusesFailedAccessList: false,
  unknownTrace: undefined,
  unknownRaw: '0x',
  emptyBatch: 'empty batch',
}

const anvil: DialectErrors = {
  ...geth,
  unsetTag: () => undefined,
  unsetRangeEnd: () => undefined,
  latestIsAboveAnyNumber: false,
  unsubscribesEverywhere: false,
  refusesUnknownSubscription: false,
  allowsAnyRangeEnd: true,
  refusesAboveHead: true,
  refusesFailedAccessList: true,
  unknownTrace: { failed: false, gas: 0, returnValue: '0x', structLogs: [] },
  unknownRaw: null,
  emptyBatch: 'Invalid request',
  revertReason: anvilRevertReason,
}

/** geth's words for a problem of bytes in a filter. */
function bytesReason(problem: Exclude<BytesProblem, 'not a string'>, bytes: FixedLength): string {
  if (typeof problem === 'string') return problem
  if (problem.digits % 2 === 1) return 'hex string of odd length'
  const what = bytes === 20 ? 'address' : 'topic'
  return `hex has invalid length ${problem.digits / 2} after decoding; expected ${bytes} for ${what}`
}

const own: Readonly<Partial<Record<DialectName, DialectErrors>>> = { infura, anvil }

/** The errors of a dialect: geth's, where it has none of its own. */
export function errorsOf(dialect: DialectName): DialectErrors {
  return own[dialect] ?? geth
}
