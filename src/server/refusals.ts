import { errorReply } from '../rpc/envelope.ts'
import { RequestError, type RequestErrorCode } from '../rpc/errors.ts'

/**
 * What a transport answers where a request does not get as far as JSON-RPC. The body is a JSON-RPC
 * error all the same, so that a client which reads only bodies learns what is wrong.
 */
export interface Refusal {
  readonly status: number
  /** names and values in turn, as node:http takes them */
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

function refusal(
  status: number,
  code: RequestErrorCode,
  message: string,
  headers: readonly string[] = [],
): Refusal {
  const reply = errorReply(new RequestError(code, message))
  const body = Buffer.concat(reply.map((part) => Buffer.from(part)))
  return {
    status,
    headers: [
      'Content-Type',
      'application/json',
      'Content-Length',
      String(body.length),
      'Access-Control-Allow-Origin',
      '*',
      ...headers,
    ],
    body,
  }
}

export const unknownKey = refusal(401, 'INVALID_API_KEY', 'invalid API key', [
  'WWW-Authenticate',
  'ApiKey realm="ommer"',
])

export const unknownPath = refusal(
  404,
  'INVALID_REQUEST',
  'not found: requests go to /v3/<API_KEY>, or by WebSocket to /ws/v3/<API_KEY>',
)

export const upgradeRequired = refusal(
  426,
  'INVALID_REQUEST',
  'upgrade required: this address is for WebSocket',
  ['Upgrade', 'websocket'],
)

export const wrongVerb = refusal(405, 'INVALID_REQUEST', 'method not allowed: use POST', [
  'Allow',
  'POST, OPTIONS',
])

export const bodyTooLarge = refusal(413, 'INVALID_REQUEST', 'request body too large')

export const wrongContentType = refusal(
  415,
  'INVALID_REQUEST',
  'unsupported content type: use application/json',
)

export const failure = refusal(500, 'INTERNAL_ERROR', 'internal error')
