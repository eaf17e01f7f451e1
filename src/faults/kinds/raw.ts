import * as v from 'valibot'
import { described, wholeNumber } from '../../primitives/input.ts'
import { json } from '../fields.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** Headers of the connection, and those that follow from the body: the server sets them. */
const OF_SERVER = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/** RFC 9110, 5.6.2: a name is a token. */
const headerName = v.pipe(
  v.string(),
  v.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'want the name of a header'),
  v.check((name) => !OF_SERVER.test(name), 'the server sets this header itself'),
)

/** RFC 9110, 5.5. */
const headerValue = v.pipe(v.string(), v.regex(/^[\t\x20-\x7e]*$/, 'want the value of a header'))

/** Any reply: an error without an envelope, a page of a proxy, a refusal in an HTTP 200. A WebSocket gets the body alone. */
export interface RawFault {
  readonly kind: 'raw'
  /** of HTTP. Default 200. */
  readonly status?: number | undefined
  /** of HTTP; by default `Content-Type` alone */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** text as it is, or any other JSON */
  readonly body: unknown
}

export const raw = faultKind<RawFault>()({
  schema: faultSchema('raw', 'A reply of your own, without an envelope.', {
    status: v.optional(wholeNumber(200, 599), 200),
    headers: v.optional(v.record(headerName, headerValue)),
    body: described(json, 'text as it is, or any other JSON'),
  }),
  effect({ status, headers = {}, body }) {
    const isText = typeof body === 'string'
    const type = isText && body.trimStart().startsWith('<') ? 'text/html' : 'application/json'
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
    const given = hasType ? headers : { 'Content-Type': type, ...headers }
    return {
      at: 'delivery',
      delivery: {
        kind: 'page',
        status,
        headers: Object.entries(given).flat(),
        body: isText ? body : JSON.stringify(body),
      },
    }
  },
})
