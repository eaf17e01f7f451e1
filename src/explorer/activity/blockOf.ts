import type { LogEntry } from './requestLog.ts'

const HASH = /^0x[0-9a-f]{64}$/i
const NUMBER = /^0x[0-9a-f]{1,13}$/i

/** The block that a request was about, as a hash or a number: what its answer says, or its parameters. */
export function blockOf({ answer, params, method }: LogEntry): string | undefined {
  return blockOfResult(answer?.result) ?? blockOfParameters(method, params)
}

function blockOfResult(result: unknown): string | undefined {
  const first = Array.isArray(result) ? result[0] : result
  if (typeof first !== 'object' || first === null) return undefined
  const { blockHash, hash, parentHash } = first as Readonly<Record<string, unknown>>
  if (isHash(blockHash)) return blockHash
  // A block has a parent, a transaction has none.
  return parentHash !== undefined && isHash(hash) ? hash : undefined
}

function blockOfParameters(method: string, params: unknown): string | undefined {
  const list = Array.isArray(params) ? params : []
  const isByHash = /Block(?:Receipts|ByHash|.*ByBlockHash)/.test(method)
  for (const each of list) {
    const isNumber = typeof each === 'string' && NUMBER.test(each)
    if (isNumber && /Block|^eth_(?:get|call|estimate)/.test(method)) return String(Number(each))
    if (isByHash && isHash(each)) return each
  }
  return undefined
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value)
}
