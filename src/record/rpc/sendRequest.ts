import { valuesMaxOf } from '../../formats/loadLimits.ts'
import { JsonBoundsError, parseBoundedJson } from '../../primitives/boundedJson.ts'
import { codeOf, messageOf } from '../../primitives/errors.ts'
import type { RecordClock } from '../recordClock.ts'
import { FailedAttempt, type RetryPolicy } from './failedAttempt.ts'
import { memberText } from './memberText.ts'
import type { NodeAddress } from './nodeAddress.ts'
import { BodyTooLongError, readBody, readStart } from './readBody.ts'
import { readRetryAfter } from './retryAfter.ts'
import type { RpcRequest } from './rpcRequestError.ts'

/** The result of a call. */
export interface RpcResult {
  /** the JSON exactly as the node wrote it */
  readonly text: string
  /** the same, parsed */
  readonly value: unknown
}

export interface SendOptions {
  readonly id: number
  /** the maximum size of the response */
  readonly bytesMax: number
  /** in milliseconds: how long the whole response may take */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly clock: RecordClock
}

interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** In bytes: how much is read of a response that is an error by its status. Of a page, an excerpt is shown. */
const ERROR_BYTES_MAX = 256 * 1024

/** Errors that mean a rate limit (EIP-1474; Alchemy). */
const RATE_LIMIT_CODES = [-32005, 429]

/**
 * Sends a request once (JSON-RPC 2.0 over HTTP).
 *
 * @throws {FailedAttempt} if it yields no result
 */
export async function sendRequest(
  node: NodeAddress,
  { method, params }: RpcRequest,
  options: SendOptions,
): Promise<RpcResult> {
  const { id, clock } = options
  const response = await post(node, JSON.stringify({ jsonrpc: '2.0', id, method, params }), options)
  const { status, body } = response
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), clock.now())
  const bodyExcerpt = () => maskedExcerpt(node, body)
  const httpFailure = (policy: RetryPolicy) =>
    new FailedAttempt(policy, describe(response, bodyExcerpt()), {
      retryAfterMs,
      words: describe(response, excerpt(body)),
    })
  if (status === 429) throw httpFailure('slowDown')
  const envelope = parseEnvelope(body, options.bytesMax)
  if (envelope?.error) throw toFailedAttempt(node, envelope.error, status, retryAfterMs)
  if (isOutOfOrder(status) || status === 408) {
    // A server that sends Retry-After is overloaded; any other one is out of order.
    throw httpFailure(retryAfterMs === undefined ? 'later' : 'slowDown')
  }
  if (status < 200 || status > 299) throw httpFailure('never')
  const text = envelope && memberText(body, 'result')
  if (text === undefined) {
    throw new FailedAttempt('later', `not a JSON-RPC response: ${bodyExcerpt()}`)
  }
  if (envelope?.id !== id) {
    throw new FailedAttempt('later', 'the response has the id of another request')
  }
  return { text, value: envelope.result }
}

/** Not if it says that it has no such method. */
function isOutOfOrder(status: number): boolean {
  return status >= 500 && status !== 501
}

interface Envelope {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** @throws {FailedAttempt} if it would take far more memory than its text */
function parseEnvelope(body: string, bytesMax: number): Envelope | undefined {
  try {
    const value = parseBoundedJson(body, valuesMaxOf({ partBytes: bytesMax }))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (cause) {
    if (!(cause instanceof JsonBoundsError)) return undefined
    throw new FailedAttempt('never', `the response: ${cause.message}`, { cause, isTooLarge: true })
  }
}

function toFailedAttempt(
  node: NodeAddress,
  error: unknown,
  status: number,
  retryAfterMs: number | undefined,
): FailedAttempt {
  const { code, message, data } = Object(error) as Readonly<Record<string, unknown>>
  const rpcCode = typeof code === 'number' ? code : undefined
  const reason = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
  const problem = `error ${rpcCode ?? 'without a code'}: ${maskedExcerpt(node, reason)}`
  const words = excerpt(reason)
  if (rpcCode !== undefined && RATE_LIMIT_CODES.includes(rpcCode)) {
    return new FailedAttempt('slowDown', problem, {
      rpcCode,
      words,
      retryAfterMs: retryAfterMs ?? infuraBackoffMs(data),
    })
  }
  // A gateway reports its own failures like this, too. An error about the request itself is final all the same.
  const isFinal =
    !isOutOfOrder(status) || (rpcCode !== undefined && rpcCode >= -32602 && rpcCode <= -32600)
  return new FailedAttempt(isFinal ? 'never' : 'later', problem, {
    rpcCode,
    retryAfterMs,
    words,
  })
}

/** Infura's error says how long to wait. */
function infuraBackoffMs(data: unknown): number | undefined {
  const { rate } = Object(data) as { readonly rate?: unknown }
  const { backoff_seconds: seconds } = Object(rate) as { readonly backoff_seconds?: unknown }
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined
}

async function post(
  node: NodeAddress,
  body: string,
  { bytesMax, timeoutMs, signal, clock }: SendOptions,
): Promise<HttpResponse> {
  // Not AbortSignal.any: in Node 20 its sources are never collected as garbage.
  const controller = new AbortController()
  const onAbort = () => controller.abort()
  signal.addEventListener('abort', onAbort)
  let hasTimedOut = false
  const cancel = clock.after(timeoutMs, () => {
    hasTimedOut = true
    controller.abort()
  })
  try {
    const response = await fetch(node.url, {
      method: 'POST',
      headers: node.headers,
      body,
      signal: controller.signal,
      // The headers may hold credentials, which are for this node only.
      redirect: 'manual',
    })
    return {
      status: response.status,
      headers: response.headers,
      body: response.ok
        ? await readBody(response, bytesMax)
        : await readStart(response, Math.min(bytesMax, ERROR_BYTES_MAX)),
    }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof BodyTooLongError) {
      throw new FailedAttempt('never', cause.message, { cause, isTooLarge: true })
    }
    if (hasTimedOut) {
      throw new FailedAttempt('later', `no complete response within ${timeoutMs} ms`, { cause })
    }
    const { code, problem } = networkProblem(cause)
    const isUnreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code)
    throw new FailedAttempt('later', problem, { cause, isUnreachable })
  } finally {
    cancel()
    signal.removeEventListener('abort', onAbort)
  }
}

/** The reason is the cause of `fetch`'s error; if it tried several addresses, one of the errors in that cause. */
function networkProblem(error: unknown): { readonly code: string; readonly problem: string } {
  const cause = (error as Error).cause ?? error
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : []
  const reason = first ?? cause
  return { code: codeOf(reason) ?? '', problem: messageOf(reason) }
}

function describe({ status, headers }: HttpResponse, bodyExcerpt: string): string {
  const hasMoved = headers.has('location')
  return `HTTP ${status}: ${hasMoved ? 'the node has moved; use its new address' : bodyExcerpt}`
}

const EXCERPT_MAX = 120

/** In characters: how much of a text becomes an excerpt at most. Control characters and space take more than they show. */
const START_MAX = 10 * EXCERPT_MAX

/** Masked before it is shortened: otherwise part of a key could remain. */
function maskedExcerpt(node: NodeAddress, text: string): string {
  return excerpt(node.maskStart(text, START_MAX))
}

function excerpt(text: string): string {
  const line = text
    .slice(0, START_MAX)
    .trim()
    // Control characters, too: a terminal would interpret them.
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
  if (line === '') return '(empty)'
  return line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX)}…` : line
}
