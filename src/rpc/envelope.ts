import { encodeError } from './answer.ts'
import { parsedBytes } from './countValues.ts'
import type { MethodCaller } from './dispatcher.ts'
import { RequestError, toErrorObject } from './errors.ts'
import { type Caller, type EnvelopeOptions, Exchange, type RequestReply } from './exchange.ts'
import { applyFaults, type Call, type FaultSource, type FaultyReply } from './faults/applyFaults.ts'
import type { AnsweredCall } from './gate.ts'
import { type Pause, reportShortRequest, runLong } from './longWork.ts'
import { type ParsedBody, parseBody, startsBatch } from './parseBody.ts'
import { joinBatch, type Reply, respond } from './reply.ts'
import { type RpcRequest, requestsOf } from './rpcRequest.ts'

/** The reply to a body, without a promise if possible; undefined if the body has only notifications. */
type BodyReply = Reply | undefined | Promise<Reply | undefined>

/** A larger body is parsed in the client's time slices. */
const SHORT_BYTES = 64 * 1024

/**
 * Answers a JSON-RPC 2.0 body: a request, or a batch of them.
 *
 * @param observed collects the calls that are answered with anything but null; by default nobody observes them
 */
export function answerBody(
  body: Uint8Array,
  caller: Caller,
  options: EnvelopeOptions,
  observed?: AnsweredCall[],
): BodyReply {
  const refusal = refusalFor(caller, options)
  if (isLong(body)) {
    // Otherwise it would have to wait to be parsed and refused request by request.
    if (refusal !== undefined) return refuseBody(refusal, options)
    const response = answerInSlices(ownCopy(body), caller, options, observed)
    return whileInFlight(response, body.byteLength, caller, options)
  }
  let parsed: ParsedBody
  try {
    parsed = parseBody(body, options)
  } catch (error) {
    return refuseBody(error as RequestError, options)
  }
  const [request] = requestsOf(parsed) as readonly [RpcRequest]
  const exchange = new Exchange(caller, options)
  const response = exchange.answerAlone(request, { refusal, observed })
  if (!(response instanceof Promise)) {
    reportShortRequest()
    return response
  }
  const bytes = parsedBytes(parsed.text, options.valuesMax)
  return whileInFlight(response, bytes, caller, options, exchange)
}

/**
 * Answers a body on an endpoint with faults. It is parsed at once, however long it is: faults are drawn in the order in
 * which calls arrive, so that you can reproduce them.
 *
 * @param observed collects the calls whose non-null answers the client can read
 */
export async function answerFaultyBody(
  body: Uint8Array,
  caller: Caller,
  options: EnvelopeOptions,
  source: FaultSource,
  observed?: AnsweredCall[],
): Promise<FaultyReply> {
  const refusal = refusalFor(caller, options)
  if (refusal !== undefined && isLong(body)) return withoutFault(refuseBody(refusal, options))
  let parsed: ParsedBody
  try {
    parsed = parseBody(body, options)
  } catch (error) {
    return withoutFault(refuseBody(error as RequestError, options))
  }
  const requests = requestsOf(parsed)
  const exchange = new Exchange(caller, options)
  if (refusal !== undefined) {
    return withoutFault(await exchange.answerAlone(requests[0] as RpcRequest, { refusal }))
  }
  const isBatch = 'batch' in parsed
  const isObserved = observed !== undefined
  let replies: readonly RequestReply[] = []
  const calls = requests.map((request) => callOf(request, options.dispatcher))
  const answered = applyFaults(source, { calls, isBatch }, async (faults) => {
    const answer = (pause?: Pause) => exchange.answerAll(requests, { pause, faults, isObserved })
    // A call may wait for the outcome of earlier ones, so these must not have to wait for a time slice.
    replies = (await (isBatch || source.plan.waits ? runInSlices(caller, answer) : answer())) ?? []
    return replies.map(({ reply }) => reply)
  })
  const bytes = parsedBytes(parsed.text, options.valuesMax)
  const faulty = await whileInFlight(answered, bytes, caller, options, exchange)
  const readable = new Set(faulty.readable)
  for (const [index, reply] of replies.entries()) {
    if (readable.has(index)) observed?.push(...(reply.observed ?? []))
  }
  return faulty
}

/** Parses and answers a body in the client's time slices. Until then, only its bytes are stored. */
function answerInSlices(
  body: Uint8Array,
  caller: Caller,
  options: EnvelopeOptions,
  observed: AnsweredCall[] | undefined,
): Promise<Reply | undefined> {
  return runInSlices(caller, async (pause) => {
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
      const isObserved = observed !== undefined
      const exchange = new Exchange(caller, options)
      const replies = await exchange.answerAll(requestsOf(parsed), { pause, isObserved })
      for (const reply of replies) observed?.push(...(reply.observed ?? []))
      return 'batch' in parsed ? joinBatch(replies.map(({ reply }) => reply)) : replies[0]?.reply
    } finally {
      memory.add(-bytes)
    }
  })
}

/** Runs a task in order with the client's other work; it does not run if the client has disconnected. */
async function runInSlices<T>(
  caller: Caller,
  answer: (pause: Pause) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await runLong(caller, answer)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return undefined
  }
}

/**
 * An estimate of the memory that a request takes until it is answered, in addition to its bytes: promises, and its slot
 * in the queue.
 */
const REQUEST_BYTES = 2048

/**
 * @param bodyBytes how many bytes of the body are stored until it is answered
 * @param exchange that answers it; undefined if it is parsed in time slices
 */
function whileInFlight<T>(
  response: Promise<T>,
  bodyBytes: number,
  { connection, endpoint, memory }: Caller,
  { inFlight, isControl }: EnvelopeOptions,
  exchange?: Exchange,
): Promise<T> {
  const bytes = REQUEST_BYTES + bodyBytes
  inFlight.enter(connection)
  memory.add(bytes)
  if (isControl !== true) endpoint.activity.begin('requests')
  return response.finally(() => {
    inFlight.leave(connection)
    memory.add(-bytes)
    if (exchange?.needsSlices === false) reportShortRequest()
    // Last: a request that waited for this one has begun by now.
    if (isControl !== true) endpoint.activity.end('requests')
  })
}

function isLong(body: Uint8Array): boolean {
  return startsBatch(body) || body.byteLength > SHORT_BYTES
}

/** A copy: a transport reads many requests into one buffer, and any of them would keep the whole buffer. */
function ownCopy(body: Uint8Array): Uint8Array {
  return body.byteLength === body.buffer.byteLength ? body : Uint8Array.from(body)
}

/** The method call of a request; undefined if faults do not apply to it: it is invalid, a notification, or a move. */
function callOf(
  { id, method, params, problem }: RpcRequest,
  dispatcher: MethodCaller,
): Call | undefined {
  if (problem !== undefined || id === undefined || dispatcher.moves.has(method)) return undefined
  return { method, params }
}

function withoutFault(reply: Reply | undefined): FaultyReply {
  return { reply, delivery: undefined, latencyMs: 0, readable: [] }
}

/** Why the caller's requests are refused at the moment. */
function refusalFor(
  { connection }: Caller,
  { inFlight }: EnvelopeOptions,
): RequestError | undefined {
  if (!inFlight.isFull(connection)) return undefined
  return new RequestError('LIMIT_EXCEEDED', 'too many requests in flight')
}

/** The reply to a body whose ids cannot be read. */
export function errorReply(error: RequestError): Reply {
  return respond('null', encodeError(toErrorObject(error)))
}

function refuseBody(error: RequestError, { observer }: EnvelopeOptions): Reply {
  observer.refused(error.code)
  return errorReply(error)
}
