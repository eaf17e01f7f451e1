import type { IncomingMessage, ServerResponse } from 'node:http'
import { forAnyOrigin } from './httpHeaders.ts'

/**
 * Answers the preflight of a browser, so that web pages of any origin may send requests (Fetch, CORS protocol).
 *
 * @param methods the HTTP methods of the address, as in a header
 */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  methods: string,
): void {
  response.writeHead(204, [
    ...forAnyOrigin,
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    request.headers['access-control-request-headers'] ?? 'content-type',
    'Access-Control-Max-Age',
    '86400',
    'Allow',
    `${methods}, OPTIONS`,
  ])
  response.end()
}
