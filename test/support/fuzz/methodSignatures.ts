import type { Json } from './json.ts'

/** Whether a value is right; undefined for one that the server may accept or refuse, but must answer. */
type Parameter = (json: Json) => boolean | undefined

/** Whether a value is right. */
type Check = (json: Json) => boolean

const isNull = (json: Json | undefined): boolean =>
  json === undefined || (json.kind === 'literal' && json.value === null)

/** A member by its name in any case; of several the last. */
const folded = (json: Json, name: string): Json | undefined =>
  json.kind === 'object'
    ? json.members.findLast(([written]) => written.toLowerCase() === name.toLowerCase())?.[1]
    : undefined

const hasOnly = (json: Json, names: readonly string[]): boolean =>
  json.kind === 'object' &&
  json.members.every(([written]) =>
    names.some((name) => name.toLowerCase() === written.toLowerCase()),
  )

const text = (json: Json): string | undefined => (json.kind === 'string' ? json.value : undefined)

const isTag = (json: Json): boolean =>
  ['latest', 'earliest', 'pending', 'safe', 'finalized'].includes(text(json) ?? '')

/** A number in hex without leading zeros. */
const isQuantityUpTo =
  (most: bigint): Check =>
  (json) => {
    const value = text(json) ?? ''
    return /^0x(?:0|[1-9a-f][\da-f]*)$/i.test(value) && BigInt(value.toLowerCase()) <= most
  }

const isBlock: Check = (json) => isTag(json) || isQuantityUpTo(2n ** 63n - 1n)(json)
const isIndex = isQuantityUpTo(2n ** 64n - 1n)
const isHash: Check = (json) => /^0x[\da-f]{64}$/i.test(text(json) ?? '')
const isFlag: Check = (json) => json.kind === 'literal' && json.value !== null

/** Also accepts a decimal number, a block hash, or an EIP-1898 object. */
const isReceiptsBlock: Check = (json) => {
  if (isBlock(json) || isHash(json)) return true
  if (json.kind === 'number') {
    return !json.text.startsWith('-') && Number.isSafeInteger(Number(json.text))
  }
  if (json.kind === 'string') {
    return /^\d+$/.test(json.value) && BigInt(json.value) < 2n ** 63n
  }
  return isBlockObject(json)
}

/** EIP-1898. */
const isBlockObject: Check = (json) => {
  if (!hasOnly(json, ['blockHash', 'blockNumber', 'requireCanonical'])) return false
  const hash = folded(json, 'blockHash')
  const number = folded(json, 'blockNumber')
  const canonical = folded(json, 'requireCanonical')
  if (!isNull(canonical) && !isFlag(canonical as Json)) return false
  if (isNull(hash) === isNull(number)) return false
  return isNull(hash) ? isBlock(number as Json) : isHash(hash as Json)
}

/** A number, a tag, a hash, or an EIP-1898 object. */
const isStateBlock: Check = (json) => isBlock(json) || isHash(json) || isBlockObject(json)

/** May be omitted or null. */
const optional =
  (isRight: Parameter): Parameter =>
  (json) =>
    isNull(json) || isRight(json)

/** An object or a text whose members or digits this oracle does not know. */
const isObject: Parameter = (json) => (json.kind === 'object' ? undefined : false)
const isText: Parameter = (json) => (json.kind === 'string' ? undefined : false)

/** Bytes in hex; an empty text is none. */
const isBytes: Parameter = (json) =>
  json.kind === 'string' && /^(0x([\da-f]{2})*)?$/i.test(json.value)

/** Up to 32 bytes each, with or without 0x; null is none. */
const isStorageKey: Check = (json) =>
  isNull(json) || (json.kind === 'string' && /^(0x)?[\da-f]{0,64}$/i.test(json.value))
const areStorageKeys: Parameter = (json) =>
  json.kind === 'array' && json.items.length <= 1024 && json.items.every(isStorageKey)

/** A number or a text, in hex or decimal. */
const isCount: Parameter = (json) => {
  // Not all numbers are read exactly, and 1e3 is read as 1000.
  if (json.kind === 'number') return /^\d{1,15}$/.test(json.text) || undefined
  if (json.kind !== 'string') return false
  const { value } = json
  return value === '' || (/^(0x[\da-f]+|\d+)$/i.test(value) && BigInt(value) < 2n ** 64n)
}

const isPercentile = (json: Json): boolean =>
  isNull(json) || (json.kind === 'number' && Number.isFinite(Number(json.text)))
const arePercentiles: Parameter = (json) => json.kind === 'array' && json.items.every(isPercentile)

const isAddress: Check = (json) => /^0x[\da-f]{40}$/i.test(text(json) ?? '')

/** Null, one value, or a list of at most a thousand. */
const isOneOrSeveral =
  (isValue: Check, isValueOfList: (items: readonly Json[]) => boolean): Check =>
  (json) =>
    isNull(json) ||
    (json.kind === 'array' ? json.items.length <= 1000 && isValueOfList(json.items) : isValue(json))

/** In a list of topics, null stands for any topic, and the items after it are not checked. */
const areTopics = (items: readonly Json[]): boolean => {
  const end = items.findIndex(isNull)
  return items.slice(0, end === -1 ? items.length : end).every(isHash)
}

/** Does not check whether the chain has the range. */
const isLogFilter: Check = (json) => {
  if (!hasOnly(json, ['blockHash', 'fromBlock', 'toBlock', 'address', 'topics'])) return false
  const at = (name: string): Json => folded(json, name) ?? { kind: 'literal', value: null }
  const ends = [at('fromBlock'), at('toBlock')]
  const hash = at('blockHash')
  const topics = at('topics')
  const areBlocks = isNull(hash)
    ? ends.every((end) => isNull(end) || isBlock(end))
    : isHash(hash) && ends.every(isNull)
  return (
    areBlocks &&
    isOneOrSeveral(isAddress, (items) => items.every(isAddress))(at('address')) &&
    (isNull(topics) ||
      (topics.kind === 'array' &&
        topics.items.length <= 4 &&
        topics.items.every(isOneOrSeveral(isHash, areTopics))))
  )
}

const areIndexes: Parameter = (json) => json.kind === 'array' && json.items.every(isIndex)
const areTraceTypes: Parameter = (json) =>
  json.kind === 'array' &&
  json.items.every((item) => ['trace', 'stateDiff', 'vmTrace'].includes(text(item) ?? ''))

const call: readonly Parameter[] = [
  isObject,
  optional(isStateBlock),
  optional(isObject),
  optional(isObject),
]

/** The methods of docs/methods.md and their parameters. */
export const methods: ReadonlyMap<string, readonly Parameter[]> = new Map<
  string,
  readonly Parameter[]
>([
  ['eth_getBlockByHash', [isHash, isFlag]],
  ['eth_getBlockByNumber', [isBlock, isFlag]],
  ['eth_getUncleByBlockNumberAndIndex', [isBlock, isIndex]],
  ['eth_getTransactionByBlockNumberAndIndex', [isBlock, isIndex]],
  ['eth_getBlockReceipts', [isReceiptsBlock]],
  ['eth_chainId', []],
  ['net_version', []],
  ['eth_blockNumber', []],
  ['eth_syncing', []],
  ['web3_clientVersion', []],
  ['net_listening', []],
  ['net_peerCount', []],
  ['web3_sha3', [isBytes]],
  ['eth_getHeaderByNumber', [isBlock]],
  ['eth_getHeaderByHash', [isHash]],
  ['eth_getRawTransactionByHash', [isHash]],
  ['eth_getRawTransactionByBlockHashAndIndex', [isHash, isIndex]],
  ['eth_getRawTransactionByBlockNumberAndIndex', [isBlock, isIndex]],
  ['debug_getRawHeader', [isStateBlock]],
  ['debug_getRawBlock', [isStateBlock]],
  ['debug_getRawReceipts', [isStateBlock]],
  ['eth_getBlockAccessList', [isStateBlock]],
  ['debug_getRawBlockAccessList', [isStateBlock]],
  ['debug_getRawTransaction', [isHash]],
  ['eth_getBlockTransactionCountByHash', [isHash]],
  ['eth_getBlockTransactionCountByNumber', [isBlock]],
  ['eth_getUncleCountByBlockHash', [isHash]],
  ['eth_getUncleCountByBlockNumber', [isBlock]],
  ['eth_getUncleByBlockHashAndIndex', [isHash, isIndex]],
  ['eth_getTransactionByBlockHashAndIndex', [isHash, isIndex]],
  ['eth_getTransactionByHash', [isHash]],
  ['eth_getTransactionReceipt', [isHash]],
  ['eth_getLogs', [isLogFilter]],
  ['eth_gasPrice', []],
  ['eth_maxPriorityFeePerGas', []],
  ['eth_feeHistory', [isCount, isBlock, arePercentiles]],
  ['eth_baseFee', []],
  ['eth_blobBaseFee', []],
  ['eth_config', []],
  ['eth_capabilities', []],
  ['eth_accounts', []],
  ['eth_requestAccounts', []],
  ['eth_getBalance', [isAddress, optional(isStateBlock)]],
  ['eth_getTransactionCount', [isAddress, optional(isStateBlock)]],
  ['eth_getCode', [isAddress, optional(isStateBlock)]],
  ['eth_getStorageAt', [isAddress, isText, optional(isStateBlock)]],
  ['eth_getProof', [isAddress, areStorageKeys, optional(isStateBlock)]],
  ['eth_getStorageValues', [isObject, optional(isStateBlock)]],
  ['eth_call', call],
  ['eth_estimateGas', call],
  ['eth_createAccessList', call.slice(0, 3)],
  ['eth_fillTransaction', [isObject]],
  ['eth_simulateV1', [isObject, optional(isStateBlock)]],
  ['debug_traceTransaction', [isHash, optional(isObject)]],
  ['debug_traceBlockByNumber', [isBlock, optional(isObject)]],
  ['debug_traceBlockByHash', [isHash, optional(isObject)]],
  ['debug_traceCall', [isObject, optional(isStateBlock), optional(isObject)]],
  ['trace_block', [isStateBlock]],
  ['trace_transaction', [isHash]],
  ['trace_get', [isHash, areIndexes]],
  ['trace_filter', [isObject]],
  ['trace_replayBlockTransactions', [isStateBlock, areTraceTypes]],
  ['trace_replayTransaction', [isHash, areTraceTypes]],
  ['rpc.discover', []],
])

/** The errors of a method for valid parameters. */
export const errorsOfMethods: ReadonlyMap<string, readonly number[]> = new Map([
  // an invalid range, or an unknown block
  ['eth_getLogs', [-32602, -32000]],
  // percentiles out of order, a block above the head, no safe block yet
  ['eth_feeHistory', [-32000]],
  // a block that does not exist
  ['eth_getBalance', [-32000]],
  ['eth_getTransactionCount', [-32000]],
  ['eth_getCode', [-32000]],
  ['eth_getProof', [-32000]],
  // no safe block yet, or an unknown hash
  ['debug_getRawHeader', [-32000]],
  ['debug_getRawBlock', [-32000]],
  ['debug_getRawReceipts', [-32000]],
  // a block from before Amsterdam
  ['eth_getBlockAccessList', [-32001]],
  ['debug_getRawBlockAccessList', [-32001]],
  // a block or a transaction that does not exist, or a pending block
  ['trace_block', [-32000]],
  ['trace_replayBlockTransactions', [-32000]],
  ['trace_replayTransaction', [-32000]],
])

/** Whether params are right; undefined if the server may accept or refuse them. */
export function areParamsRight(params: Json, signature: readonly Parameter[]): boolean | undefined {
  if (params.kind !== 'array' || params.items.length > signature.length) return false
  const verdicts = signature.map((isRight, place) =>
    isRight(params.items[place] ?? { kind: 'literal', value: null }),
  )
  if (verdicts.includes(false)) return false
  return verdicts.includes(undefined) ? undefined : true
}
