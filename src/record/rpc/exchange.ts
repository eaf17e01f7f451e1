import { messageOf } from '../../primitives/errors.ts'
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
  /** in milliseconds: how long the whole answer may take */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** in milliseconds since 1970 */
  readonly now: () => number
}

/** In bytes: twenty times what the largest blocks have come to, and a text that V8 can hold. */
const BODY_BYTES_MAX = 1 << 28

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
  const { id, now } = options
  const answer = await post(node, JSON.stringify({ jsonrpc: '2.0', id, method, params }), options)
  const { status, body } = answer
  const afterMs = readRetryAfter(answer.headers.get('retry-after'), now())
  // Masked before it is cut short, lest half a key be left.
  const said = () => excerpt(node.mask(body))
  if (status === 429) throw new Trouble('slowDown', describe(answer, said()), { afterMs })
  const envelope = parseEnvelope(body)
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

function parseEnvelope(body: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
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
  const problem = `it answers ${rpcCode ?? 'an error'}: ${excerpt(node.mask(String(message)))}`
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
  { timeoutMs, signal }: ExchangeOptions,
): Promise<HttpAnswer> {
  // Not AbortSignal.any: under Node 20 each keeps what it was made of.
  const end = new AbortController()
  const onAbort = () => end.abort()
  signal.addEventListener('abort', onAbort)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end.abort()
  }, timeoutMs)
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
      body: await readBody(response, BODY_BYTES_MAX),
    }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof BodyTooLongError) throw new Trouble('none', cause.message, { cause })
    if (isLate) throw new Trouble('wait', `no whole answer within ${timeoutMs} ms`, { cause })
    const { code, problem } = networkProblem(cause)
    const isAbsence = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code)
    throw new Trouble('wait', problem, { cause, isAbsence })
  } finally {
    clearTimeout(timer)
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
