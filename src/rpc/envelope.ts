import type { Access } from '../endpoint/access.ts'
import { type Answer, encodeError, hasResult, isError } from './answer.ts'
import { parsedBytes } from './countValues.ts'
import type { MethodCaller } from './dispatcher.ts'
import { RequestError, toErrorObject } from './errors.ts'
import { once } from './faults/alterAnswer.ts'
import type { BodyFaults, Called } from './faults/bodyFaults.ts'
import type { AnsweredCall } from './gate.ts'
import type { InFlight } from './inFlight.ts'
import { type Client, type Pause, type RunLong, runLong } from './longWork.ts'
import { subscriptionMethods } from './methods/registry.ts'
import { numberId } from './numberIds.ts'
import type { Observer } from './observer.ts'
import { type ParsedBody, type ParseLimits, parseBody, startsBatch } from './parseBody.ts'
import { byteLength, joinBatch, type Reply, respond } from './reply.ts'
import type { Subscriptions } from './subscriptions/subscriptions.ts'

export interface EnvelopeOptions extends ParseLimits {
  readonly dispatcher: MethodCaller
  /** the most bytes in an answer, or in those of a batch together */
  readonly answerBytesMax: number
  readonly inFlight: InFlight
  readonly observer: Observer
  /** told of an error that is ours, of which the client learns nothing */
  readonly onInternalError: (error: unknown) => void
}

/** Who asks. */
export interface Caller extends Client, Access {
  /** what it has subscribed to; undefined where its connection can carry no notifications */
  readonly subscriptions: Subscriptions | undefined
  /** what befalls this body, if it comes to an endpoint with faults */
  readonly faults?: BodyFaults
  /** where calls come to that were answered with anything but null, if anybody wants to know */
  readonly heard?: AnsweredCall[]
}

/** What a request is answered with, at once where that can be; undefined for a notification. */
type Response = Reply | undefined | Promise<Reply | undefined>

/** A body of more bytes is parsed when it has its turn. */
const SHORT_BYTES = 64 * 1024

/** Answers a JSON-RPC 2.0 body: a request, or a batch of them. */
export function answerBody(body: Uint8Array, caller: Caller, options: EnvelopeOptions): Response {
  const { faults } = caller
  const refusal = options.inFlight.isFull(caller.connection)
    ? new RequestError('LIMIT_EXCEEDED', 'too many requests in flight')
    : undefined
  const isLong = startsBatch(body) || body.byteLength > SHORT_BYTES
  // It would have to wait for its turn to be parsed and refused one by one.
  if (isLong && refusal !== undefined) return refuseBody(refusal, options)
  // What goes wrong is drawn in the order in which calls arrive, so that it can be repeated.
  if (faults === undefined && isLong) {
    return whileInFlight(
      answerInTurn(withoutNeighbours(body), caller, options),
      body.byteLength,
      caller,
      options,
    )
  }
  let parsed: ParsedBody
  try {
    parsed = parseBody(body, options)
  } catch (error) {
    return refuseBody(error as RequestError, options)
  }
  const right =
    'batch' in parsed
      ? answerBatch(parsed.batch, parsed.ids, caller, options, refusal)
      : answerSingle(parsed.request, parsed.text, caller, options, refusal)
  const response = faults === undefined ? right : finishAmiss(right, faults)
  if (!(response instanceof Promise)) return response
  return whileInFlight(response, parsedBytes(parsed.text, options.valuesMax), caller, options)
}

/** Parses and answers a body in one of the client's turns: until then no more is kept of it than its bytes. */
function answerInTurn(
  body: Uint8Array,
  caller: Caller,
  options: EnvelopeOptions,
): Promise<Reply | undefined> {
  return inTurn(caller, async (pause) => {
    let parsed: ParsedBody
    try {
      parsed = parseBody(body, options)
    } catch (error) {
      return refuseBody(error as RequestError, options)
    }
    const { memory } = caller
    const bytes = parsedBytes(parsed.text, options.valuesMax)
    memory.add(bytes)
    try {
      if ('batch' in parsed) {
        return await answerRequests(parsed.batch, parsed.ids, caller, options, undefined, pause)
      }
      const { request, text } = parsed
      return await answerRequest(request, (id) => numberId(text, id), caller, options, undefined, {
        place: 0,
        bytesMax: options.answerBytesMax,
        runLong: (task) => task(pause),
      })
    } finally {
      memory.add(-bytes)
    }
  })
}

/** About what a request takes until it is answered, beside its bytes: promises, and its place among those that wait. */
const REQUEST_BYTES = 2048

/** @param bodyBytes what is kept of the body until it is answered */
function whileInFlight(
  response: Promise<Reply | undefined>,
  bodyBytes: number,
  { connection, memory }: Caller,
  { inFlight }: EnvelopeOptions,
): Promise<Reply | undefined> {
  const bytes = REQUEST_BYTES + bodyBytes
  inFlight.enter(connection)
  memory.add(bytes)
  return response.finally(() => {
    inFlight.leave(connection)
    memory.add(-bytes)
  })
}

/** A transport reads many requests into one buffer, which would be kept for as long as one of them. */
function withoutNeighbours(body: Uint8Array): Uint8Array {
  return body.byteLength === body.buffer.byteLength ? body : Uint8Array.from(body)
}

async function finishAmiss(right: Response, faults: BodyFaults): Promise<Reply | undefined> {
  let reply: Reply | undefined
  try {
    reply = await right
  } finally {
    reply = await faults.finish(reply)
  }
  return reply
}

/** The reply to a body from which no id can be had. */
export function errorReply(error: RequestError): Reply {
  return respond('null', encodeError(toErrorObject(error)))
}

function refuseBody(error: RequestError, { observer }: EnvelopeOptions): Reply {
  observer.refused(error.code)
  return errorReply(error)
}

function answerBatch(
  requests: readonly unknown[],
  ids: readonly (string | undefined)[],
  caller: Caller,
  options: EnvelopeOptions,
  refusal: RequestError | undefined,
): Response {
  // What is refused as a whole calls nothing.
  if (refusal === undefined) {
    const calls = requests.map((request, place) => calledBy(request, () => ids[place]))
    caller.faults?.begin(calls, true)
  }
  return inTurn(caller, (pause) => answerRequests(requests, ids, caller, options, refusal, pause))
}

function answerSingle(
  request: unknown,
  text: string,
  caller: Caller,
  options: EnvelopeOptions,
  refusal: RequestError | undefined,
): Response {
  const { faults } = caller
  const numberIdText = (id: number) => numberId(text, id)
  if (faults === undefined || refusal !== undefined) {
    return answerRequest(request, numberIdText, caller, options, refusal)
  }
  faults.begin([calledBy(request, numberIdText)], false)
  if (!faults.takesTurns) return answerRequest(request, numberIdText, caller, options, refusal)
  return inTurn(caller, async (pause) =>
    answerRequest(request, numberIdText, caller, options, refusal, {
      place: 0,
      bytesMax: options.answerBytesMax,
      runLong: (task) => task(pause),
    }),
  )
}

/** Answers in turn with all else that the client wants; not at all where it has gone before. */
async function inTurn(
  caller: Caller,
  answer: (pause: Pause) => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  try {
    return await runLong(caller, answer)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return undefined
  }
}

async function answerRequests(
  requests: readonly unknown[],
  ids: readonly (string | undefined)[],
  caller: Caller,
  options: EnvelopeOptions,
  refusal: RequestError | undefined,
  pause: Pause,
): Promise<Reply | undefined> {
  const { faults, heard } = caller
  const replies: Reply[] = []
  /** how many calls were heard of when each reply was there */
  const heardBy: number[] = []
  let bytesLeft = options.answerBytesMax
  for (const [place, request] of requests.entries()) {
    const turn = pause(options.answerBytesMax - bytesLeft)
    if (turn !== undefined) await turn
    const problem = bytesLeft === 0 ? tooLarge(options) : refusal
    const response = answerRequest(request, () => ids[place], caller, options, problem, {
      place,
      bytesMax: bytesLeft,
      // The batch is such a task already.
      runLong: (task) => task((held = 0) => pause(options.answerBytesMax - bytesLeft + held)),
    })
    const reply = response instanceof Promise ? await response : response
    if (reply === undefined) continue
    bytesLeft = Math.max(0, bytesLeft - byteLength(reply))
    replies.push(reply)
    if (heard !== undefined) heardBy.push(heard.length)
  }
  if (faults === undefined) return joinBatch(replies)
  const joined = await faults.joinBatch(replies)
  const { answersLeft = replies.length } = faults
  if (heard !== undefined) heard.length = heardBy[answersLeft - 1] ?? 0
  return joined
}

/**
 * @param numberIdText how the request's id is written, if that is a number
 * @param refusal what is answered in any case, if anything is
 * @param inBatch what the batch leaves to it, where it is part of one
 */
function answerRequest(
  request: unknown,
  numberIdText: (id: number) => string | undefined,
  caller: Caller,
  options: EnvelopeOptions,
  refusal: RequestError | undefined,
  inBatch?: { readonly place: number; readonly bytesMax: number; readonly runLong: RunLong },
): Response {
  const members = membersOf(request)
  const id = idText(members.id, numberIdText)
  const problem = findProblem(members)
  if (problem !== undefined) {
    options.observer.refused('INVALID_REQUEST')
    const error = new RequestError('INVALID_REQUEST', problem)
    return respond(id ?? 'null', encodeError(toErrorObject(error)))
  }
  const { dispatcher, observer, onInternalError } = options
  // A notification: where every method only reads, without an answer there is nothing to do.
  if (id === undefined && !dispatcher.hasEffects) return undefined
  const bytesMax = inBatch?.bytesMax ?? options.answerBytesMax
  const run: RunLong = inBatch?.runLong ?? ((task) => runLong(caller, task))
  const { key, endpoint, subscriptions } = caller
  const method = members.method as string
  const began = performance.now()
  const faults =
    refusal === undefined ? caller.faults?.call(method, inBatch?.place ?? 0) : undefined
  const reply = faults === undefined ? respond : faults.respond
  const succeed = (answer: Answer): Reply | undefined => {
    if (answer.byteLength > bytesMax) return fail(tooLarge(options))
    const outcome = faults !== undefined && isError(answer) ? 'INJECTED_ERROR' : 'ok'
    observer.answered(key, method, outcome, performance.now() - began)
    if (caller.heard !== undefined && hasResult(answer)) {
      caller.heard.push({ endpoint, method, params: members.params })
    }
    return id === undefined ? undefined : reply(id, answer)
  }
  const fail = (error: unknown): Reply | undefined => {
    const isOurs = !(error instanceof RequestError)
    if (isOurs) onInternalError(error)
    const outcome = isOurs ? 'INTERNAL_ERROR' : error.code
    observer.answered(key, method, outcome, performance.now() - began)
    return id === undefined ? undefined : reply(id, encodeError(toErrorObject(error)))
  }
  if (refusal !== undefined) return fail(refusal)
  try {
    const answer =
      faults === undefined
        ? dispatcher.call(caller, run, method, members.params, subscriptions)
        : faults.answer(
            // It asks other views, too, and nobody is to subscribe twice.
            once(subscriptionMethods.all.has(method), (asked) =>
              dispatcher.call(caller, run, method, members.params, subscriptions, asked),
            ),
          )
    return answer instanceof Promise ? answer.then(succeed, fail) : succeed(answer)
  } catch (error) {
    return fail(error)
  }
}

/** In geth's words. */
function tooLarge({ answerBytesMax }: EnvelopeOptions): RequestError {
  const message = `response too large: at most ${answerBytesMax} bytes`
  return new RequestError('ANSWER_TOO_LARGE', message)
}

/** The members of a JSON object that may be a request. */
type Members = Readonly<Record<'jsonrpc' | 'method' | 'params' | 'id', unknown>>

function membersOf(request: unknown): Members {
  return (typeof request === 'object' && request !== null ? request : {}) as Members
}

/** What a request calls; undefined where it is none, or wants no answer. */
function calledBy(
  request: unknown,
  numberIdText: (id: number) => string | undefined,
): Called | undefined {
  const members = membersOf(request)
  const { method, params, id } = members
  if (findProblem(members) !== undefined || idText(id, numberIdText) === undefined) {
    return undefined
  }
  return { method: method as string, params }
}

/** What makes it no request (JSON-RPC 2.0, section 4); undefined where it is one. */
function findProblem({ jsonrpc, method, params, id }: Members): string | undefined {
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"'
  if (typeof method !== 'string') return 'method must be a string'
  // As in geth null counts as left out.
  if (params !== undefined && typeof params !== 'object') {
    return 'params must be an array'
  }
  if (typeof id === 'boolean' || (typeof id === 'object' && id !== null)) {
    return 'id must be a number, a string or null'
  }
  return undefined
}

/** The id as JSON; undefined where there is none, or none that JSON-RPC allows. */
function idText(id: unknown, numberIdText: (id: number) => string | undefined): string | undefined {
  if (typeof id === 'number') return numberIdText(id)
  return typeof id === 'string' || id === null ? JSON.stringify(id) : undefined
}
