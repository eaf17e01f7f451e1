import type { Digest } from './oracle.ts'
import { digest } from './oracle.ts'
import type { Question } from './questions.ts'

/** The body of one question as a request, of several as a batch; ids count up from the first. */
export function requestBody(questions: readonly Question[], firstId: number): string {
  const calls = questions.map(({ method, params }, place) => ({
    jsonrpc: '2.0',
    id: firstId + place,
    method,
    params,
  }))
  return JSON.stringify(calls.length === 1 ? calls[0] : calls)
}

/**
 * Takes the answers out of a body, byte by byte as JSON-RPC and the order of the requests have it.
 *
 * @returns what is behind each id, as digests; undefined where the body is not of that form
 */
export function readReplies(body: Buffer, firstId: number, count: number): Digest[] | undefined {
  const isBatch = count > 1
  let at = isBatch ? 1 : 0
  if (isBatch && (body[0] !== BRACKET || body.at(-1) !== BRACKET_END)) return undefined
  const digests: Digest[] = []
  for (let place = 0; place < count; place++) {
    const head = `{"jsonrpc":"2.0","id":${firstId + place},`
    if (body.toString('latin1', at, at + head.length) !== head) return undefined
    const isLast = place === count - 1
    const end = isLast
      ? body.length - (isBatch ? 1 : 0)
      : body.indexOf(`,{"jsonrpc":"2.0","id":${firstId + place + 1},`, at)
    if (end < 0) return undefined
    digests.push(digest(body.subarray(at + head.length, end)))
    at = end + 1
  }
  return digests
}

const BRACKET = 0x5b
const BRACKET_END = 0x5d
