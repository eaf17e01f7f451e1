import { UpstreamError } from '../primitives/upstreamError.ts'
import { FailedAttempt } from '../record/rpc/failedAttempt.ts'
import { isMissingMethod } from '../record/rpc/isMissingMethod.ts'
import { RpcRequestError } from '../record/rpc/rpcRequestError.ts'

/** Invalid parameters, such as a block that is too old for a proof (Reth); pruned history (execution-apis). */
const REFUSING_CODES: readonly unknown[] = [-32602, 4444]

/** What nodes say of state that they do not have. */
const WITHOUT_STATE = new RegExp(
  [
    'missing trie node', // geth
    // geth: "historical state 0x… is not available", "required historical state unavailable"; Besu: "World state
    // unavailable"; Reth: "state at block #5 is pruned"
    String.raw`\bstate\b.*\b(?:not available|unavailable|not found|pruned)`,
    'no state (?:available|found|at)', // Nethermind, Reth
    'due to pruning|has been pruned|pruned history', // Erigon, Reth
    'maximum proof window|requested block is too old', // Reth, Erigon
    'genesis is not traceable|no transaction in genesis', // geth, of what it runs blocks for
    'a forked chain does not have', // ommer that forks itself
    // Providers, of what a plan does not include. The word alone says nothing: an archive may fail, too.
    String.raw`(?=.*\barchiv(?:e|al)\b).*\b(?:no archive|not (?:available|included|supported|enabled|allowed)|requires?|required|needs?|use|only|access|upgrade|plan|tier|token)\b`,
  ].join('|'),
  'i',
)

/** What nodes and providers say of a method that they do not have, with codes of their own. */
const WITHOUT_METHOD = new RegExp(
  [
    '(?:unsupported|unknown) method|not implemented',
    String.raw`\b(?:method|(?:eth|debug)_\w+|debug APIs?)\b.*\b(?:not (?:found|supported|available|enabled|whitelisted)|does not exist|disabled)`,
    String.raw`\bdoes not support\b.*\b(?:methods?|(?:eth|debug)_\w+)\b`,
  ].join('|'),
  'i',
)

/** What nodes say with the same codes of what passes: a block that a node behind the same address has, or their load. */
const PASSING = new RegExp(
  [
    String.raw`\b(?:header|block)\b.*\bnot found|unknown block|BlockOutOfRange`,
    // Not each limit: a plan may have one that stays.
    'rate limit|limit (?:reached|exceeded)|too many requests|quota|capacity|overload',
    String.raw`time(?:d )?out|bad gateway|service unavailable|\bbusy\b`,
    String.raw`try again|\bretry\b|temporar|right now|at the moment|syncing|\bsync\b|not synced`,
  ].join('|'),
  'i',
)

/**
 * Whether a node says that it does not have what it is asked for, the state or the method, or sends more than is read.
 * Everything else may pass, such as rate limits, time-outs, and what gateways report.
 */
export function isRefusal(error: unknown): boolean {
  // Of several nodes, another one than the first may have answered later.
  if (error instanceof UpstreamError) {
    return !error.mayPass && error.cause instanceof RpcRequestError
  }
  if (!(error instanceof RpcRequestError)) return false
  const { rpcCode, isTooLarge, cause } = error
  if (isTooLarge) return true
  if (rpcCode === undefined) return false
  if (!(cause instanceof FailedAttempt) || cause.retry !== 'never') return false
  if (cause.says(PASSING)) return false
  return (
    REFUSING_CODES.includes(rpcCode) ||
    isMissingMethod(error) ||
    cause.says(WITHOUT_METHOD) ||
    cause.says(WITHOUT_STATE)
  )
}

/** What gateways and providers say of a method that a plan, a key or its settings (Infura) do not include. */
const WITHOUT_RIGHT =
  /\b(?:forbidden|unauthorized|not allowed|not available|upgrade|tier|plan|project ID settings)\b/i

/** To log in, to pay, no right, no such path, no such method. */
const WITHOUT_RIGHT_STATUS = /^HTTP (?:40[1-5]|501)\b/

/**
 * Whether a node does not have a method, or does not let this client use it. Of state this says nothing: the same words may
 * be those of a gateway that is overloaded.
 */
export function refusesMethod(error: unknown): boolean {
  if (isRefusal(error)) return true
  const attempt = attemptOf(error)
  if (attempt?.retry !== 'never' || attempt.says(PASSING)) return false
  return attempt.says(WITHOUT_RIGHT) || attempt.says(WITHOUT_RIGHT_STATUS)
}

/** The last attempt of a request that has failed. */
export function attemptOf(error: unknown): FailedAttempt | undefined {
  const failed = error instanceof UpstreamError ? error.cause : error
  const attempt = failed instanceof RpcRequestError ? failed.cause : undefined
  return attempt instanceof FailedAttempt ? attempt : undefined
}
