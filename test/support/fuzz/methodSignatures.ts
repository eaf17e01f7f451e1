import type { Json } from './json.ts'

type Parameter = (json: Json) => boolean

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
  (most: bigint): Parameter =>
  (json) => {
    const value = text(json) ?? ''
    return /^0x(?:0|[1-9a-f][\da-f]*)$/i.test(value) && BigInt(value.toLowerCase()) <= most
  }

const isBlock: Parameter = (json) => isTag(json) || isQuantityUpTo(2n ** 63n - 1n)(json)
const isIndex = isQuantityUpTo(2n ** 64n - 1n)
const isHash: Parameter = (json) => /^0x[\da-f]{64}$/i.test(text(json) ?? '')
const isFlag: Parameter = (json) => json.kind === 'literal' && json.value !== null

/** Also accepts a decimal number, a block hash, or an EIP-1898 object. */
const isReceiptsBlock: Parameter = (json) => {
  if (isBlock(json) || isHash(json)) return true
  if (json.kind === 'number') {
    return !json.text.startsWith('-') && Number.isSafeInteger(Number(json.text))
  }
  if (json.kind === 'string') {
    return /^\d+$/.test(json.value) && BigInt(json.value) < 2n ** 63n
  }
  if (!hasOnly(json, ['blockHash', 'blockNumber', 'requireCanonical'])) return false
  const hash = folded(json, 'blockHash')
  const number = folded(json, 'blockNumber')
  const canonical = folded(json, 'requireCanonical')
  if (!isNull(canonical) && !isFlag(canonical as Json)) return false
  if (isNull(hash) === isNull(number)) return false
  return isNull(hash) ? isBlock(number as Json) : isHash(hash as Json)
}

const isAddress: Parameter = (json) => /^0x[\da-f]{40}$/i.test(text(json) ?? '')

/** Null, one value, or a list of at most a thousand. */
const isOneOrSeveral =
  (isValue: Parameter, isValueOfList: (items: readonly Json[]) => boolean): Parameter =>
  (json) =>
    isNull(json) ||
    (json.kind === 'array' ? json.items.length <= 1000 && isValueOfList(json.items) : isValue(json))

/** In a list of topics, null stands for any topic, and the items after it are not checked. */
const areTopics = (items: readonly Json[]): boolean => {
  const end = items.findIndex(isNull)
  return items.slice(0, end === -1 ? items.length : end).every(isHash)
}

/** Does not check whether the chain has the range. */
const isLogFilter: Parameter = (json) => {
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

/** The methods of docs/service.md and their parameters, which are all required. */
export const methods: ReadonlyMap<string, readonly Parameter[]> = new Map([
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
  ['eth_getBlockTransactionCountByHash', [isHash]],
  ['eth_getBlockTransactionCountByNumber', [isBlock]],
  ['eth_getUncleCountByBlockHash', [isHash]],
  ['eth_getUncleCountByBlockNumber', [isBlock]],
  ['eth_getUncleByBlockHashAndIndex', [isHash, isIndex]],
  ['eth_getTransactionByBlockHashAndIndex', [isHash, isIndex]],
  ['eth_getTransactionByHash', [isHash]],
  ['eth_getTransactionReceipt', [isHash]],
  ['eth_getLogs', [isLogFilter]],
  ['rpc.discover', []],
])

/** The errors of a method for valid parameters. */
export const errorsOfMethods: ReadonlyMap<string, readonly number[]> = new Map([
  // an invalid range, or an unknown block
  ['eth_getLogs', [-32602, -32000]],
])

export function areParamsRight(params: Json, signature: readonly Parameter[]): boolean {
  return (
    params.kind === 'array' &&
    params.items.length === signature.length &&
    signature.every((isRight, place) => isRight(params.items[place] as Json))
  )
}
