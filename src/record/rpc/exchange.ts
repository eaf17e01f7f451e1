import { valuesMaxOf } from '../../formats/loadLimits.ts'
import { JsonBoundsError, parseBoundedJson } from '../../primitives/boundedJson.ts'
import { messageOf } from '../../primitives/errors.ts'
import type { Timing } from '../timing.ts'
import { memberText } from './memberText.ts'
import type { NodeAddress } from './nodeAddress.ts'
import { BodyTooLongError, readBody } from './readBody.ts'
import { readRetryAfter } from './retryAfter.ts'
import type { RpcRequest } from './rpcRequestError.ts'
import { Trouble } from './trouble.ts'

/** A result as it came. */
export interface RpcResult {
  /** the JSON, letter by letter */
  readonly text: string
  /** what `JSON.parse` makes of it */
  readonly value: unknown
}

export interface ExchangeOptions {
  readonly id: number
  /** what the answer may have */
  readonly bytesMax: number
  /** in milliseconds: how long the whole answer may take */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly timing: Timing
}

interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Nodes and providers say with these that they are asked too much (EIP-1474; Alchemy). */
const RATE_LIMIT_CODES = [-32005, 429]

/**
 * Asks a node once (JSON-RPC 2.0 over HTTP).
 *
 * @throws {Trouble} where no result comes of it
 */
export async function exchange(
  node: NodeAddress,
  { method, params }: RpcRequest,
  options: ExchangeOptions,
): Promise<RpcResult> {
  const { id, timing } = options
  const answer = await post(node, JSON.stringify({ jsonrpc: '2.0', id, method, params }), options)
  const { status, body } = answer
  const afterMs = readRetryAfter(answer.headers.get('retry-after'), timing.now())
  // Masked before it is cut short, lest half a key be left.
  const said = () => excerpt(node.mask(body))
  if (status === 429) throw new Trouble('slowDown', describe(answer, said()), { afterMs })
  const envelope = parseEnvelope(body, options.bytesMax)
  if (envelope?.error) throw answeredError(node, envelope.error, status, afterMs)
  if (status >= 500 || status === 408) {
    // Who says when to come back has too much to do; anybody else is out of order.
    throw new Trouble(afterMs === undefined ? 'wait' : 'slowDown', describe(answer, said()), {
      afterMs,
    })
  }
  if (status < 200 || status > 299) throw new Trouble('none', describe(answer, said()))
  const text = envelope && memberText(body, 'result')
  if (text === undefined) throw new Trouble('wait', `it is no JSON-RPC answer: ${said()}`)
  if (envelope?.id !== id) throw new Trouble('wait', 'it answers another request')
  return { text, value: envelope.result }
}

interface Envelope {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** @throws {Trouble} where it would take far more memory than its text */
function parseEnvelope(body: string, bytesMax: number): Envelope | undefined {
  try {
    const value = parseBoundedJson(body, valuesMaxOf({ partBytes: bytesMax }))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (cause) {
    if (!(cause instanceof JsonBoundsError)) return undefined
    throw new Trouble('none', `of its answer, ${cause.message}`, { cause, isTooLarge: true })
  }
}

function answeredError(
  node: NodeAddress,
  error: unknown,
  status: number,
  afterMs: number | undefined,
): Trouble {
  const { code, message, data } = Object(error) as Readonly<Record<string, unknown>>
  const rpcCode = typeof code === 'number' ? code : undefined
  const said = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
  const problem = `it answers ${rpcCode ?? 'an error'}: ${excerpt(node.mask(said))}`
  if (rpcCode !== undefined && RATE_LIMIT_CODES.includes(rpcCode)) {
    return new Trouble('slowDown', problem, { rpcCode, afterMs: afterMs ?? backoffOf(data) })
  }
  // A gateway's own trouble comes in this form, too. What the protocol itself says of a request stays true.
  const isFinal = status < 500 || (rpcCode !== undefined && rpcCode >= -32602 && rpcCode <= -32600)
  return new Trouble(isFinal ? 'none' : 'wait', problem, { rpcCode, afterMs })
}

/** Infura says in its error how long it wants to be left alone. */
function backoffOf(data: unknown): number | undefined {
  const { rate } = Object(data) as { readonly rate?: unknown }
  const { backoff_seconds: seconds } = Object(rate) as { readonly backoff_seconds?: unknown }
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined
}

async function post(
  node: NodeAddress,
  body: string,
  { bytesMax, timeoutMs, signal, timing }: ExchangeOptions,
): Promise<HttpAnswer> {
  // Not AbortSignal.any: under Node 20 each keeps what it was made of.
  const end = new AbortController()
  const onAbort = () => end.abort()
  signal.addEventListener('abort', onAbort)
  let isLate = false
  const cancel = timing.after(timeoutMs, () => {
    isLate = true
    end.abort()
  })
  try {
    const response = await fetch(node.url, {
      method: 'POST',
      headers: node.headers,
      body,
      signal: end.signal,
      // What authorizes us is for the node that was named, and for no other.
      redirect: 'manual',
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await readBody(response, bytesMax),
    }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof BodyTooLongError) {
      throw new Trouble('none', cause.message, { cause, isTooLarge: true })
    }
    if (isLate) throw new Trouble('wait', `no whole answer within ${timeoutMs} ms`, { cause })
    const { code, problem } = networkProblem(cause)
    const isAbsence = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code)
    throw new Trouble('wait', problem, { cause, isAbsence })
  } finally {
    cancel()
    signal.removeEventListener('abort', onAbort)
  }
}

/** `fetch` says that it failed, and why in the cause; where it tried several addresses, in the causes of that. */
function networkProblem(error: unknown): { readonly code: string; readonly problem: string } {
  const cause = (error as Error).cause ?? error
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : []
  const reason = first ?? cause
  return { code: String((reason as NodeJS.ErrnoException).code ?? ''), problem: messageOf(reason) }
}

function describe({ status, headers }: HttpAnswer, said: string): string {
  const hasMoved = headers.has('location')
  return `HTTP ${status}: ${hasMoved ? 'the node has moved, so name its new address' : said}`
}

const EXCERPT_MAX = 120

function excerpt(text: string): string {
  const line = text
    .slice(0, 10 * EXCERPT_MAX)
    .trim()
    // Control characters, too: a terminal would obey them.
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
  if (line === '') return 'it says nothing'
  return line.length > EXCERPT_MAX ? `${line.slice(0, EXCERPT_MAX)}…` : line
}
