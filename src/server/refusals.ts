import { errorReply } from '../rpc/errorReply.ts'
import { RequestError, type RequestErrorCode } from '../rpc/errors.ts'
import { forAnyOrigin, jsonContent } from './httpHeaders.ts'
import { BODY_TOO_LARGE } from './requestBody.ts'

/**
 * The HTTP response to a request that is refused before it is read as JSON-RPC. Its body is still a JSON-RPC error,
 * because many clients read only the body.
 */
export interface Refusal {
  readonly status: number
  /** names and values, alternating as in node:http's `rawHeaders` */
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

/** The most characters of a header that an error quotes. */
const QUOTED_MAX = 100

/** @param headers in addition to those of every refusal */
function refusal(
  status: number,
  code: RequestErrorCode,
  message: string,
  headers: readonly string[] = [],
): Refusal {
  const reply = errorReply(new RequestError(code, message))
  return refusalWith(status, Buffer.concat(reply.map((part) => Buffer.from(part))), headers)
}

/**
 * A refusal with a body of another kind.
 *
 * @param body JSON
 * @param headers in addition to those of every refusal
 */
export function refusalWith(
  status: number,
  body: Uint8Array,
  headers: readonly string[] = [],
): Refusal {
  return {
    status,
    headers: [...jsonContent, 'Content-Length', String(body.length), ...forAnyOrigin, ...headers],
    body,
  }
}

export const unknownKey = refusal(401, 'INVALID_API_KEY', 'invalid API key', [
  'WWW-Authenticate',
  'ApiKey realm="ommer"',
])

export const wrongToken = refusal(
  401,
  'INVALID_API_KEY',
  'the control address requires its token: Authorization: Bearer TOKEN',
  ['WWW-Authenticate', 'Bearer realm="ommer control"'],
)

export const foreignOrigin = refusal(
  403,
  'INVALID_REQUEST',
  'web pages of other origins may not use the control address',
)

/** @param problem why the request may not change anything */
export function foreignRequest(problem: string): Refusal {
  return refusal(403, 'INVALID_REQUEST', problem)
}

const ADDRESSES =
  'requests go to /v3/<API_KEY>, or by WebSocket to /ws/v3/<API_KEY>; /contracts/<API_KEY> lists the contracts'

export const unknownPath = refusal(404, 'INVALID_REQUEST', `not found: ${ADDRESSES}`)

/** For a request that a node answers at its root address. */
export const noRootAddress = refusal(
  404,
  'INVALID_REQUEST',
  `not found: the root address is off with --api-key, --any-key, --scenario, or a --host that is not a loopback address, and while its endpoint is closed; ${ADDRESSES}`,
)

export const unknownPathBesideControl = refusal(
  404,
  'INVALID_REQUEST',
  `not found: ${ADDRESSES}, and control methods go to /control/<API_KEY>`,
)

export const upgradeRequired = refusal(
  426,
  'INVALID_REQUEST',
  'upgrade required: this address accepts WebSocket connections only',
  ['Upgrade', 'websocket'],
)

export const wrongVerb = refusal(405, 'INVALID_REQUEST', 'method not allowed: use POST', [
  'Allow',
  'POST, OPTIONS',
])

export const wrongControlVerb = refusal(405, 'INVALID_REQUEST', 'method not allowed: use POST', [
  'Allow',
  'POST',
])

export const wrongPageVerb = refusal(405, 'INVALID_REQUEST', 'method not allowed: use GET', [
  'Allow',
  'GET, HEAD, OPTIONS',
])

export const wrongExplorerVerb = refusal(405, 'INVALID_REQUEST', 'method not allowed: use GET', [
  'Allow',
  'GET, HEAD',
])

export const explorerNeedsKey = refusal(
  404,
  'INVALID_REQUEST',
  'not found: the page of an endpoint is at /explorer/<API_KEY>',
)

export const notBuilt = refusal(
  404,
  'INVALID_REQUEST',
  'the page of the explorer is missing: install ommer again, or in a clone run npm run prepare',
)

/** @param problem names the parameter, and what is accepted */
export function wrongQuery(problem: string): Refusal {
  return refusal(400, 'INVALID_REQUEST', problem)
}

export const bodyTooLarge = refusal(413, 'INVALID_REQUEST', BODY_TOO_LARGE)

export const wrongContentType = refusal(
  415,
  'INVALID_REQUEST',
  'unsupported content type: use application/json',
)

/** @param encoding from the request, anything but `identity` */
export function unsupportedEncoding(encoding: string): Refusal {
  const message = `unsupported content encoding '${encoding}': send the body uncompressed`
  return refusal(415, 'INVALID_REQUEST', message, ['Accept-Encoding', 'identity'])
}

export const unknownExpectation = refusal(
  417,
  'INVALID_REQUEST',
  'unsupported expectation: the only one supported is 100-continue',
)

export const malformedRequest = refusal(400, 'INVALID_REQUEST', 'malformed HTTP request')

export const missingHost = refusal(
  400,
  'INVALID_REQUEST',
  'malformed HTTP request: HTTP/1.1 requires a Host field',
)

export const severalHosts = refusal(
  400,
  'INVALID_REQUEST',
  'malformed HTTP request: it has several Host fields; send one',
)

/** @param coding from the request, anything but `chunked` */
export function unsupportedCoding(coding: string): Refusal {
  const quoted = coding.slice(0, QUOTED_MAX)
  const message = `unsupported transfer coding '${quoted}': the only one supported is chunked`
  return refusal(501, 'INVALID_REQUEST', message)
}

/** Refusals by the code of node:http's parser error; for every other code the request is malformed. */
export const byParserError: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'INVALID_REQUEST', 'the request took too long to arrive'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: bodyTooLarge,
  HPE_HEADER_OVERFLOW: refusal(431, 'INVALID_REQUEST', 'request header fields too large'),
}

export const wrongHandshakeVerb = refusal(
  405,
  'INVALID_REQUEST',
  'method not allowed: a WebSocket handshake is a GET',
  ['Allow', 'GET'],
)

/** @param problem how the handshake violates RFC 6455 */
export function malformedHandshake(problem: string): Refusal {
  return refusal(400, 'INVALID_REQUEST', `malformed WebSocket handshake: ${problem}`, [
    'Sec-WebSocket-Version',
    '13',
  ])
}

export const tooManyConnections = refusal(
  503,
  'LIMIT_EXCEEDED',
  'too many connections: try again later',
  ['Retry-After', '1'],
)

export const outOfMemory = refusal(
  503,
  'LIMIT_EXCEEDED',
  'all clients together exceed the limit clientBytes; try again later',
  ['Retry-After', '1'],
)

export const closing = refusal(503, 'INTERNAL_ERROR', 'the server is closing')

/** @param problem why no process can answer for the endpoint */
export function unreachable(problem: string): Refusal {
  return refusal(503, 'INTERNAL_ERROR', problem, ['Retry-After', '1'])
}

export const failure = refusal(500, 'INTERNAL_ERROR', 'internal error')

/** Removes the header that lets web pages of other origins read a refusal. */
export function hiddenFromPages({ status, headers, body }: Refusal): Refusal {
  const name = headers.indexOf(forAnyOrigin[0] as string)
  return { status, headers: headers.toSpliced(name, 2), body }
}
