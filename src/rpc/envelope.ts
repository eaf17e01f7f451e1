import type { Endpoint } from '../endpoint/endpoint.ts'
import { type Answer, encodeError } from './answer.ts'
import type { Dispatcher } from './dispatcher.ts'
import { RequestError, toErrorObject } from './errors.ts'
import { looksLikeBatch, numberIds } from './numberIds.ts'
import { joinBatch, type Reply, respond } from './reply.ts'

export interface EnvelopeOptions {
  readonly dispatcher: Dispatcher
  /** the most requests in a batch */
  readonly batchSizeMax: number
  /** told of an error that is ours, of which the client learns nothing */
  readonly onInternalError: (error: unknown) => void
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What a request is answered with, at once where that can be; undefined for a notification. */
type Response = Reply | undefined | Promise<Reply | undefined>

/** Answers a JSON-RPC 2.0 body: a request, or a batch of them. */
export function answerBody(
  body: Uint8Array,
  endpoint: Endpoint,
  options: EnvelopeOptions,
): Response {
  let text: string
  let ids: string[] | undefined
  let parsed: unknown
  try {
    text = utf8.decode(body)
    if (looksLikeBatch(text)) {
      // Known before it is parsed: everybody would wait for the parsing of what is not answered.
      ids = numberIds(text, options.batchSizeMax)
      if (ids === undefined) return batchTooLarge(options)
    }
    parsed = JSON.parse(text)
  } catch (error) {
    return errorReply(new RequestError('PARSE_ERROR', (error as Error).message))
  }
  return ids === undefined
    ? answerRequest(parsed, () => numberIds(text)?.[0], endpoint, options)
    : answerBatch(parsed as unknown[], ids, endpoint, options)
}

/** The reply to a body from which no id can be had. */
export function errorReply(error: RequestError): Reply {
  return respond('null', encodeError(toErrorObject(error)))
}

function answerBatch(
  requests: readonly unknown[],
  ids: readonly (string | undefined)[],
  endpoint: Endpoint,
  options: EnvelopeOptions,
): Response {
  if (requests.length === 0) {
    return errorReply(new RequestError('INVALID_REQUEST', 'the batch is empty'))
  }
  const replies = requests.map((request, place) =>
    answerRequest(request, () => ids[place], endpoint, options),
  )
  return replies.some((reply) => reply instanceof Promise)
    ? Promise.all(replies).then(joinBatch)
    : joinBatch(replies as (Reply | undefined)[])
}

function batchTooLarge({ batchSizeMax }: EnvelopeOptions): Reply {
  const message = `the batch has more than ${batchSizeMax} requests`
  return errorReply(new RequestError('INVALID_REQUEST', message))
}

/** @param numberId how the request's id is written, if that is a number */
function answerRequest(
  request: unknown,
  numberId: () => string | undefined,
  endpoint: Endpoint,
  options: EnvelopeOptions,
): Response {
  const members = (typeof request === 'object' && request !== null ? request : {}) as Members
  const id = idText(members.id, numberId)
  const problem = findProblem(members)
  if (problem !== undefined) {
    const error = new RequestError('INVALID_REQUEST', problem)
    return respond(id ?? 'null', encodeError(toErrorObject(error)))
  }
  // A notification. Every method only reads, so without an answer there is nothing to do.
  if (id === undefined) return undefined
  try {
    const answer = options.dispatcher.call(endpoint, members.method as string, members.params)
    if (!(answer instanceof Promise)) return respond(id, answer)
    return answer.then(
      (settled) => respond(id, settled),
      (error: unknown) => respond(id, answerError(error, options)),
    )
  } catch (error) {
    return respond(id, answerError(error, options))
  }
}

/** The members of a JSON object that may be a request. */
type Members = Readonly<Record<'jsonrpc' | 'method' | 'params' | 'id', unknown>>

/** What makes it no request (JSON-RPC 2.0, section 4); undefined where it is one. */
function findProblem({ jsonrpc, method, params, id }: Members): string | undefined {
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof method !== 'string') return 'method must be a string'
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return 'params must be an array'
  }
  if (typeof id === 'boolean' || (typeof id === 'object' && id !== null)) {
    return 'id must be a number, a string or null'
  }
  return undefined
}

/** The id as JSON; undefined where there is none, or none that JSON-RPC allows. */
function idText(id: unknown, numberId: () => string | undefined): string | undefined {
  if (typeof id === 'number') return numberId()
  return typeof id === 'string' || id === null ? JSON.stringify(id) : undefined
}

function answerError(error: unknown, { onInternalError }: EnvelopeOptions): Answer {
  if (!(error instanceof RequestError)) onInternalError(error)
  return encodeError(toErrorObject(error))
}
