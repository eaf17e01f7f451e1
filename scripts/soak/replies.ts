import type { Digest } from './oracle.ts'
import { digest } from './oracle.ts'
import type { SoakRequest } from './requests.ts'

/** The body of one request, or of a batch; ids count up from the first. */
export function requestBody(requests: readonly SoakRequest[], firstId: number): string {
  const calls = requests.map(({ method, params }, index) => ({
    jsonrpc: '2.0',
    id: firstId + index,
    method,
    params,
  }))
  return JSON.stringify(calls.length === 1 ? calls[0] : calls)
}

/**
 * Reads the responses of a body, whose bytes must be exactly as JSON-RPC and the order of the requests require.
 *
 * @returns digests of what follows each id; undefined if the body has another format
 */
export function readReplies(body: Buffer, firstId: number, count: number): Digest[] | undefined {
  const isBatch = count > 1
  let at = isBatch ? 1 : 0
  if (isBatch && (body[0] !== BRACKET || body.at(-1) !== BRACKET_END)) return undefined
  const digests: Digest[] = []
  for (let index = 0; index < count; index++) {
    const head = `{"jsonrpc":"2.0","id":${firstId + index},`
    if (body.toString('latin1', at, at + head.length) !== head) return undefined
    const isLast = index === count - 1
    const end = isLast
      ? body.length - (isBatch ? 1 : 0)
      : body.indexOf(`,{"jsonrpc":"2.0","id":${firstId + index + 1},`, at)
    if (end < 0) return undefined
    digests.push(digest(body.subarray(at + head.length, end)))
    at = end + 1
  }
  return digests
}

const BRACKET = 0x5b
const BRACKET_END = 0x5d
