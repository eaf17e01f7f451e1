import { quoteLargeIntegers } from '../primitives/largeIntegers.ts'
import { countValues } from './countValues.ts'
import { RequestError } from './errors.ts'
import { looksLikeBatch, numberIds } from './numberIds.ts'

export interface ParseLimits {
  /** how many values a body may have, those in lists and objects included: parsing it delays all other requests */
  readonly valuesMax: number
  /** how many requests a batch may have */
  readonly batchSizeMax: number
}

/** A JSON-RPC body. */
export type ParsedBody =
  | { readonly text: string; readonly request: unknown }
  /** with the text of each id that is a number, at the index of its request */
  | { readonly text: string; readonly batch: readonly unknown[]; readonly ids: readonly string[] }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON-RPC 2.0 body: a request, or a batch of them.
 *
 * @param emptyBatch the message for an empty batch
 * @throws {RequestError} PARSE_ERROR, or INVALID_REQUEST where it exceeds a limit
 */
export function parseBody(
  body: Uint8Array,
  { valuesMax, batchSizeMax }: ParseLimits,
  emptyBatch: string,
): ParsedBody {
  try {
    const text = utf8.decode(body)
    if (text.length > valuesMax && countValues(text, valuesMax) > valuesMax) {
      throw new RequestError('INVALID_REQUEST', `the body has more than ${valuesMax} values`)
    }
    if (!looksLikeBatch(text)) return { text, request: parse(text, PARAMS_DEPTH) }
    // Counted before parsing, which would delay all other requests for a batch that is refused.
    const ids = numberIds(text, batchSizeMax)
    if (ids === undefined) {
      const message = `the batch has more than ${batchSizeMax} requests`
      throw new RequestError('INVALID_REQUEST', message)
    }
    const batch = parse(text, PARAMS_DEPTH + 1) as readonly unknown[]
    if (batch.length === 0) throw new RequestError('INVALID_REQUEST', emptyBatch)
    return { text, batch, ids }
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw new RequestError('PARSE_ERROR', (error as Error).message)
  }
}

/** How many objects and arrays are around a member of a parameter of a request. */
const PARAMS_DEPTH = 3

/** Parses JSON. Integers in typed data may be above 2^53, and are signed as they are. */
function parse(text: string, paramsDepth: number): unknown {
  const isTyped = text.includes('eth_signTypedData')
  return JSON.parse(isTyped ? quoteLargeIntegers(text, paramsDepth) : text)
}

const SPACES = new Set([...'\t\n\r '].map((space) => space.charCodeAt(0)))
const OPENING_BRACKET = '['.charCodeAt(0)

/** Whether a body is a batch, provided that it is JSON. Does not decode it. */
export function startsBatch(body: Uint8Array): boolean {
  let at = 0
  // The decoder skips a byte order mark, as RFC 8259, 8.1 allows.
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) at = 3
  while (SPACES.has(body[at] as number)) at++
  return body[at] === OPENING_BRACKET
}
