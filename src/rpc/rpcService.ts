import type { Access } from '../endpoint/access.ts'
import type { Dialect } from '../endpoint/dialects/dialect.ts'
import { faultsOf } from '../faults/endpointFaults.ts'
import type { FaultPlan } from '../faults/faultPlan.ts'
import { askEach, replicasFor } from './askReplicas.ts'
import type { Caller } from './caller.ts'
import { callerAt } from './callerAt.ts'
import { parsedBytes } from './countValues.ts'
import { errorsOf } from './dialectErrors.ts'
import { errorReply } from './errorReply.ts'
import { RequestError } from './errors.ts'
import { Exchange, type ExchangeOptions, type RequestReply } from './exchange.ts'
import { applyFaults, type FaultableCall, type FaultyReply } from './faults/applyFaults.ts'
import type { CallFault } from './faults/callFault.ts'
import { refusalPage } from './faults/delivery.ts'
import type { AnsweredCall, Gate } from './gate.ts'
import type { InFlight } from './inFlight.ts'
import { isLong, type LongReply } from './longAnswers/longAnswer.ts'
import { runLong, type SlicePause } from './longWork.ts'
import { type ParseLimits, parseBody, startsBatch } from './parseBody.ts'
import { byteLength, joinBatch, type Reply } from './reply.ts'
import { type RpcRequest, readRequest, requestsOf } from './rpcRequest.ts'
import { toClientError } from './toClientError.ts'

export interface RpcServiceOptions extends ParseLimits, ExchangeOptions {
  readonly inFlight: InFlight
  /** bodies pass through it; by default there is none */
  readonly gate?: Gate | undefined
}

/** What a client gets for a body. */
export interface Answered extends Pick<FaultyReply, 'delivery'> {
  /** undefined if there is none: the body has only notifications, or its client has disconnected */
  readonly reply: Reply | undefined
}

/** The same, if it is too long for the memory. It must be sent or discarded. */
export interface AnsweredLong {
  readonly reply: LongReply
  readonly delivery: undefined
}

/** A body that was parsed. */
interface ReadBody {
  readonly requests: readonly RpcRequest[]
  readonly isBatch: boolean
  /** how much memory it takes */
  readonly bytes: number
  /** why each of its requests is refused; undefined if they are not */
  readonly refusal?: RequestError | undefined
}

/** How the requests of a body are answered. */
interface AnswerContext {
  /** the faults of the endpoint; undefined if it has none */
  readonly plan?: FaultPlan | undefined
  /** of the time slice in which the body was parsed; undefined outside of one */
  readonly pause?: SlicePause | undefined
  /** collects the calls whose non-null answers the client can read; by default nobody observes them */
  readonly observed?: AnsweredCall[] | undefined
}

/** A larger body is parsed in the client's time slices. */
const SHORT_BYTES = 64 * 1024

/**
 * An estimate of the memory that a request takes until it is answered, in addition to its bytes: promises, and its slot
 * in the queue.
 */
const REQUEST_BYTES = 2048

/**
 * Answers what clients send, over any transport or in this process. The limits of a client, the gate of a scenario, and
 * the faults of an endpoint apply here and nowhere else.
 */
export class RpcService {
  readonly #options: RpcServiceOptions

  constructor(options: RpcServiceOptions) {
    this.#options = options
  }

  /** Answers a JSON-RPC 2.0 body: a request, or a batch of them. It does so without a promise if possible. */
  answer(body: Uint8Array, caller: Caller): Answered | Promise<Answered | AnsweredLong> {
    if (this.#asksReplicas(caller)) return this.#answerFromPool(body, caller)
    const isLong = startsBatch(body) || body.byteLength > SHORT_BYTES
    const refusal = this.#refusalOf(caller)
    // Otherwise it would have to wait to be parsed and refused request by request.
    if (isLong && refusal !== undefined) return this.#refuse(refusal)
    const isSpecial = this.#isSpecial(caller)
    if (isLong && !isSpecial) return this.#answerInSlices(ownCopy(body), caller)
    // With faults, at once however long it is: these are drawn in the order in which calls arrive, so that you can reproduce
    // them.
    let read: ReadBody
    try {
      read = this.#read(body, caller)
    } catch (error) {
      return this.#refuse(error as RequestError)
    }
    if (isSpecial && refusal === undefined) return this.#answerSpecially(read, caller)
    return this.#answerOne(read, caller, refusal)
  }

  /**
   * Answers a call of a client in this process.
   *
   * @param method as it is given: anything
   */
  answerCall(method: unknown, params: unknown, caller: Caller): Answered | Promise<Answered> {
    const request = readRequest({ jsonrpc: '2.0', id: 1, method, params }, () => '1')
    const read: ReadBody = { requests: [request], isBatch: false, bytes: 0 }
    // In process none is long.
    if (this.#asksReplicas(caller)) {
      return this.#askReplicas(read, caller) as Answered | Promise<Answered>
    }
    if (this.#isSpecial(caller)) return this.#answerSpecially(read, caller)
    // In process none is long.
    return this.#answerOne(read, caller) as Answered | Promise<Answered>
  }

  #asksReplicas({ pool, isExplorer }: Caller): boolean {
    return pool !== undefined && !isExplorer && this.#options.isControl !== true
  }

  /** Parses a body at once, because the replicas that it meets depend on the order in which bodies arrive. */
  #answerFromPool(body: Uint8Array, caller: Caller): Answered | Promise<Answered | AnsweredLong> {
    const refusal = this.#refusalOf(caller)
    if (refusal !== undefined) return this.#refuse(refusal)
    let read: ReadBody
    try {
      read = this.#read(body, caller)
    } catch (error) {
      return this.#refuse(error as RequestError)
    }
    return this.#askReplicas(read, caller)
  }

  /** Answers the requests of a body at the replicas that they meet. */
  #askReplicas(read: ReadBody, caller: Caller): Answered | Promise<Answered | AnsweredLong> {
    // Drawn before any is answered: how long that takes must change nothing.
    const { answerBytesMax, dispatcher } = this.#options
    const replicas = replicasFor(read.requests, caller, dispatcher.moves)
    const [replica] = replicas
    if (replica === undefined || replicas.includes(undefined)) return this.#refuse(noReplica())
    if (replicas.some((other) => other !== replica)) {
      return askEach(read.requests, replicas as readonly Access[], caller, {
        answerBytesMax,
        answer: (request, client, refusal) =>
          this.#answerSpecially({ requests: [request], isBatch: false, bytes: 0, refusal }, client),
      })
    }
    const client = callerAt(caller, replica)
    if (this.#isSpecial(client) || read.isBatch) return this.#answerBatchAt(read, client)
    return this.#answerOne(read, client)
  }

  async #answerBatchAt(read: ReadBody, client: Caller): Promise<Answered> {
    try {
      const refusal = read.isBatch ? batchRefusal(read.requests.length, client.dialect) : undefined
      return await this.#answerSpecially({ ...read, refusal }, client)
    } catch (error) {
      return this.#refuse(toClientError(error, client.dialect) as RequestError)
    }
  }

  /** @throws {RequestError} */
  #read(body: Uint8Array, { dialect, pool }: Caller): ReadBody {
    const { emptyBatch } = errorsOf(dialect.name)
    try {
      const parsed = parseBody(body, this.#options, emptyBatch)
      const bytes = parsedBytes(parsed.text, this.#options.valuesMax)
      const isBatch = 'batch' in parsed
      // A pool has no limit of its own.
      const isLimited = isBatch && pool === undefined
      const refusal = isLimited ? batchRefusal(parsed.batch.length, dialect) : undefined
      return { requests: requestsOf(parsed), isBatch, bytes, refusal }
    } catch (error) {
      throw toClientError(error, dialect)
    }
  }

  /** @param refusal why it is refused; undefined if it is not */
  #answerOne(
    { requests, bytes }: ReadBody,
    caller: Caller,
    refusal?: RequestError,
  ): Answered | Promise<Answered | AnsweredLong> {
    const exchange = new Exchange(caller, this.#options)
    const reply = exchange.answerOne(requests[0] as RpcRequest, refusal)
    if (!(reply instanceof Promise)) {
      exchange.end()
      return withStatus(sendReply(reply), exchange.status, caller)
    }
    const leave = this.#enter(caller, bytes)
    return reply
      .then((ready) =>
        isLong(ready) ? sendLong(ready) : withStatus(sendReply(ready), exchange.status, caller),
      )
      .finally(() => {
        leave()
        exchange.end()
      })
  }

  /** Parses and answers a body in the client's time slices. Until then, only its bytes are stored. */
  async #answerInSlices(body: Uint8Array, caller: Caller): Promise<Answered> {
    const leave = this.#enter(caller, body.byteLength)
    const answered = runInSlices(caller, async (pause) => {
      let read: ReadBody
      try {
        read = this.#read(body, caller)
      } catch (error) {
        return this.#refuse(error as RequestError)
      }
      const { memory } = caller
      memory.add(read.bytes)
      return this.#answerAll(read, caller, { pause }).finally(() => memory.add(-read.bytes))
    })
    return (await answered.finally(leave)) ?? sendReply(undefined)
  }

  /** Answers where calls have to pass a gate, or the endpoint has faults or is not prepared yet. */
  async #answerSpecially(read: ReadBody, caller: Caller): Promise<Answered> {
    const { gate, inFlight } = this.#options
    let body = read
    const answer = (observed?: AnsweredCall[]) => {
      // Read inside the gate, because the rules may change while calls wait for it.
      const plan = this.#planOf(caller)
      return this.#answerAll(body, caller, { plan, ...(!caller.isExplorer && { observed }) })
    }
    const leave = this.#enter(caller, read.bytes)
    const pass = () => (gate === undefined ? answer() : this.#pass(gate, read, answer))
    const { endpoint, dialect } = caller
    const answered = endpoint.hasBegun
      ? pass()
      : endpoint.begin().then(pass, (error) => {
          body = { ...read, refusal: toClientError(error, dialect) as RequestError }
          return pass()
        })
    const { reply, delivery, latencyMs } = await answered.finally(leave)
    // The delay does not block the gate.
    if (latencyMs > 0) {
      const { connection, memory } = caller
      const bytes = byteLength(reply ?? [])
      inFlight.enter(connection)
      memory.add(bytes)
      await caller.delay(latencyMs).finally(() => {
        inFlight.leave(connection)
        memory.add(-bytes)
      })
    }
    return { reply, delivery }
  }

  /** A body with a move runs like a step of a scenario: alone. */
  #pass<T>(
    gate: Gate,
    { requests }: ReadBody,
    answer: (observed: AnsweredCall[]) => Promise<T>,
  ): Promise<T> {
    const { moves } = this.#options.dispatcher
    const hasMove = requests.some(({ method }) => moves.has(method))
    return hasMove ? gate.passAlone(answer) : gate.pass(answer)
  }

  async #answerAll(
    { requests, isBatch, refusal }: ReadBody,
    caller: Caller,
    { plan, pause: given, observed }: AnswerContext,
  ): Promise<FaultyReply> {
    const { endpoint, dialect, transport } = caller
    const exchange = new Exchange(caller, this.#options)
    const isObserved = observed !== undefined
    let replies: readonly RequestReply[] = []
    const answerAll = async (faults?: readonly CallFault[]) => {
      const answer = (pause?: SlicePause) =>
        exchange.answerAll(requests, { pause, faults, isObserved, refusal })
      // A call may wait for the outcome of earlier ones, so with faults these must not have to wait for a time slice.
      const inSlices = given === undefined && (isBatch || plan?.waits === true)
      replies = (await (inSlices ? runInSlices(caller, answer) : answer(given))) ?? []
      return replies.map(({ reply }) => reply)
    }
    const answered = await (plan === undefined
      ? answerAll().then((each) => withoutFault(each, isBatch))
      : applyFaults(
          { plan, endpoint, dialect, transport },
          { calls: this.#callsOf(requests), isBatch },
          answerAll,
        ))
    exchange.end()
    for (const index of answered.readable) observed?.push(...(replies[index]?.observed ?? []))
    return isBatch ? answered : { ...answered, ...withStatus(answered, exchange.status, caller) }
  }

  /** The calls that faults may apply to; undefined for a request that is invalid, a notification, or a move. */
  #callsOf(requests: readonly RpcRequest[]): (FaultableCall | undefined)[] {
    const { moves } = this.#options.dispatcher
    return requests.map(({ id, method, params, problem }) =>
      problem !== undefined || id === undefined || moves.has(method)
        ? undefined
        : { method, params },
    )
  }

  /** Whether a body is parsed at once, and answered with a promise. */
  #isSpecial(caller: Caller): boolean {
    return (
      this.#options.gate !== undefined ||
      !caller.endpoint.hasBegun ||
      this.#planOf(caller) !== undefined
    )
  }

  #planOf({ isExplorer, endpoint }: Caller): FaultPlan | undefined {
    return isExplorer || this.#options.isControl === true ? undefined : faultsOf(endpoint)
  }

  /** Why the caller's requests are refused at the moment. */
  #refusalOf({ connection }: Caller): RequestError | undefined {
    if (!this.#options.inFlight.isFull(connection)) return undefined
    return new RequestError('LIMIT_EXCEEDED', 'too many requests in flight')
  }

  #refuse(error: RequestError): FaultyReply {
    this.#options.observer.refused(error.code)
    return { reply: errorReply(error), delivery: undefined, latencyMs: 0, readable: [] }
  }

  /**
   * Counts a body as one that its client waits for.
   *
   * @param bodyBytes how many bytes of it are stored until it is answered
   * @returns a function that ends the count
   */
  #enter({ connection, endpoint, memory }: Caller, bodyBytes: number): () => void {
    const { inFlight, isControl } = this.#options
    const bytes = REQUEST_BYTES + bodyBytes
    inFlight.enter(connection)
    memory.add(bytes)
    if (isControl !== true) endpoint.activity.begin('requests')
    return () => {
      inFlight.leave(connection)
      memory.add(-bytes)
      // Last: a request that waited for this one has begun by now.
      if (isControl !== true) endpoint.activity.end('requests')
    }
  }
}

/** Runs a task in order with the client's other work; it does not run if the client has disconnected. */
async function runInSlices<T>(
  caller: Caller,
  answer: (pause: SlicePause) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await runLong(caller, answer)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return undefined
  }
}

/** A copy: a transport reads many requests into one buffer, and any of them would keep the whole buffer. */
function ownCopy(body: Uint8Array): Uint8Array {
  return body.byteLength === body.buffer.byteLength ? body : Uint8Array.from(body)
}

/**
 * Why a batch is refused that has more requests than the dialect allows.
 *
 * @returns the error for each request; undefined if the batch is not refused
 * @throws {RequestError} if the whole batch gets one
 */
function batchRefusal(length: number, dialect: Dialect): RequestError | undefined {
  const { batch } = dialect.facts
  if (batch === undefined || length <= batch.most) return undefined
  const message = `the batch has more than ${batch.most} requests`
  const error = new RequestError('INVALID_REQUEST', message)
  if (batch.answers === 'one') throw error
  return toClientError(error, dialect) as RequestError
}

function noReplica(): RequestError {
  return new RequestError('SERVER_ERROR', 'no endpoint of the pool is left')
}

/** An error may have its own status, over HTTP and where its request is alone. */
function withStatus(answered: Answered, status: number, { transport }: Caller): Answered {
  const { reply, delivery } = answered
  if (status === 200 || transport !== 'http' || reply === undefined || delivery !== undefined) {
    return answered
  }
  const headers = ['Content-Type', 'application/json']
  return { reply, delivery: refusalPage({ status, headers }, reply) }
}

/** A reply that is sent as it is. */
function sendReply(reply: Reply | undefined): Answered {
  return { reply, delivery: undefined }
}

function sendLong(reply: LongReply): AnsweredLong {
  return { reply, delivery: undefined }
}

function withoutFault(replies: readonly Reply[], isBatch: boolean): FaultyReply {
  const reply = isBatch ? joinBatch(replies) : replies[0]
  return { reply, delivery: undefined, latencyMs: 0, readable: [...replies.keys()] }
}
