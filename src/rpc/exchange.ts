import type { CallDetails } from '../endpoint/activity/timeline.ts'
import type { Miner } from '../endpoint/miner.ts'
import { OmmerError } from '../primitives/errors.ts'
import { type Answer, encodeError, hasResult, isError } from './answer.ts'
import type { Caller } from './caller.ts'
import type { CallNotes } from './callNotes.ts'
import type { MethodCaller } from './dispatcher.ts'
import { answerTooLarge, RequestError, toErrorObject } from './errors.ts'
import type { CallFault } from './faults/callFault.ts'
import type { AnsweredCall } from './gate.ts'
import { LongAnswer, type LongReply } from './longAnswers/longAnswer.ts'
import { type RunLong, reportShortRequest, runLong, type SlicePause } from './longWork.ts'
import type { MethodAnswer } from './method.ts'
import { methodsWith } from './methods/methodRegistry.ts'
import type { CallOutcome, Observer } from './observer.ts'
import { byteLength, bytesOf, type Reply, respond } from './reply.ts'
import type { RpcRequest } from './rpcRequest.ts'
import { type JoinedSend, JoinedSends } from './sending/joinedSends.ts'
import { toClientError } from './toClientError.ts'

const runAsNotifications = methodsWith('runsAsNotification')
const joinedMethods = methodsWith('joins')
const ofAuthor = methodsWith('isOfAuthor')

export interface ExchangeOptions {
  readonly dispatcher: MethodCaller
  /** the most bytes in an answer, or in all answers of a batch together */
  readonly answerBytesMax: number
  readonly observer: Observer
  /** receives internal errors, which are not revealed to the client */
  readonly onInternalError: (error: unknown) => void
  /** Whether calls are sent by the author of a test, and not by the client under test: they do not count as received. */
  readonly isControl?: boolean | undefined
}

/** Options for answering one body. */
interface BodyOptions {
  /** of the current time slice; undefined outside of one */
  readonly pause?: SlicePause | undefined
  /** the faults of its calls, by the indexes of their requests; undefined on an endpoint without faults */
  readonly faults?: readonly CallFault[] | undefined
  /** whether its calls are observed */
  readonly isObserved: boolean
  /** why each of its requests is refused; undefined if they are not */
  readonly refusal?: RequestError | undefined
}

/** How a request is answered as a part of its body. */
interface Allowance {
  /** why it is refused in any case; undefined if it is not */
  readonly refusal?: RequestError | undefined
  /** collects its call if the answer is neither an error nor null; undefined if calls are not observed */
  readonly observed?: AnsweredCall[] | undefined
  /** the most bytes of its answer */
  readonly bytesMax: number
  /** whether its answer may be long */
  readonly mayBeLong: boolean
  /** runs work that may take long */
  readonly run: RunLong
  /** set if its transaction is mined with others of the batch, once all are answered */
  readonly joined?: JoinedSend | undefined
}

/** A call that is being answered. */
interface CallInProgress extends CallNotes {
  readonly request: RpcRequest
  readonly allowance: Allowance
  /** undefined on an endpoint without faults */
  readonly fault: CallFault | undefined
  /** on the clock of `performance.now()` */
  readonly began: number
}

/** The response to a request; undefined for a notification. */
type Response = Reply | LongReply | undefined

/** None that is ready at once is long. */
type Responses = Reply | undefined | Promise<Response>

export interface RequestReply {
  readonly reply: Reply
  /** its call, if the answer is neither an error nor null; undefined if calls are not observed */
  readonly observed: readonly AnsweredCall[] | undefined
}

/** Answers the requests of one body in sequence. */
export class Exchange {
  readonly #caller: Caller
  readonly #options: ExchangeOptions
  #needsSlices = false
  /** of an HTTP response to the request, if it is alone */
  status = 200

  constructor(caller: Caller, options: ExchangeOptions) {
    this.#caller = caller
    this.#options = options
  }

  /** Once the body is answered: reports it, if no request of it needed time slices. */
  end(): void {
    if (!this.#needsSlices) reportShortRequest()
  }

  /** Runs work of a request that is not in a time slice. */
  readonly #runLong: RunLong = (task) => {
    this.#needsSlices = true
    return runLong(this.#caller, task)
  }

  /**
   * Answers the requests of a body.
   *
   * @returns the replies in order, without those to notifications
   */
  async answerAll(
    requests: readonly RpcRequest[],
    { pause, faults, isObserved, refusal: all }: BodyOptions,
  ): Promise<readonly RequestReply[]> {
    const { answerBytesMax } = this.#options
    const replies: RequestReply[] = []
    const { endpoint } = this.#caller
    const { miner } = endpoint
    const sends = miner && new JoinedSends(requests, endpoint, joinedMethods)
    let bytesLeft = answerBytesMax
    this.#needsSlices ||= pause !== undefined
    const run: RunLong = (task) =>
      pause === undefined
        ? this.#runLong(task)
        : task((held = 0) => pause(answerBytesMax - bytesLeft + held))
    let areUnmined = false
    try {
      for (let index = 0; index < requests.length; index++) {
        const request = requests[index] as RpcRequest
        const turn = pause?.(answerBytesMax - bytesLeft)
        if (turn !== undefined) await turn
        const observed: AnsweredCall[] | undefined = isObserved ? [] : undefined
        const refusal = bytesLeft === 0 ? answerTooLarge(answerBytesMax) : all
        const joined = sends?.at(index)
        areUnmined ||= joined !== undefined
        const bytesMax = bytesLeft
        const allowance = { bytesMax, mayBeLong: false, run, refusal, observed, joined }
        const response = this.#answer(request, allowance, faults?.[index])
        // None is long.
        const reply = (response instanceof Promise ? await response : response) as Reply | undefined
        if (miner && sends?.isLast(index)) {
          await this.#mineJoined(miner)
          areUnmined = false
        }
        if (reply === undefined) continue
        bytesLeft = Math.max(0, bytesLeft - byteLength(reply))
        replies.push({ reply, observed })
      }
    } finally {
      sends?.end()
      // The client has disconnected: what it has sent is mined nevertheless.
      if (miner && areUnmined) await this.#mineJoined(miner)
    }
    return replies
  }

  /**
   * Answers the only request of a body, synchronously if possible.
   *
   * @param refusal why it is refused in any case; undefined if it is not
   * @returns undefined for a notification
   */
  answerOne(request: RpcRequest, refusal?: RequestError): Responses {
    return this.#answer(request, {
      bytesMax: this.#options.answerBytesMax,
      mayBeLong: this.#caller.transport !== 'inProcess',
      run: this.#runLong,
      refusal,
    })
  }

  /** @param fault undefined on an endpoint without faults */
  #answer(request: RpcRequest, allowance: Allowance, fault?: CallFault): Responses {
    const { id, method, params, problem } = request
    const { dispatcher, observer } = this.#options
    if (problem !== undefined) {
      observer.refused('INVALID_REQUEST')
      const error = new RequestError('INVALID_REQUEST', problem)
      return respond(id ?? 'null', encodeError(toErrorObject(error)))
    }
    // A notification gets no answer, so methods that only read need not run.
    if (id === undefined && !dispatcher.moves.has(method) && !runAsNotifications.has(method)) {
      const { transport } = this.#caller
      const details = { transport, began: performance.now(), milliseconds: 0 }
      this.#count(method, params, 'NOTIFICATION', details)
      return undefined
    }
    const began = performance.now()
    const call: CallInProgress = {
      request,
      allowance,
      fault,
      began,
      printed: undefined,
      failed: undefined,
    }
    if (allowance.refusal !== undefined) return this.#fail(call, allowance.refusal)
    try {
      const answer = this.#call(call)
      if (!(answer instanceof Promise)) return this.#finish(call, answer) as Responses
      return answer.then(
        (ready) => this.#finish(call, ready),
        (error) => this.#refuse(call, error),
      )
    } catch (error) {
      return this.#refuse(call, error) as Responses
    }
  }

  #call(notes: CallInProgress): MethodAnswer {
    const { request, allowance, fault } = notes
    const client = this.#caller
    const { endpoint } = client
    const { dispatcher } = this.#options
    const { method, params } = request
    const { run: runLong, joined, mayBeLong } = allowance
    const { answerBytesMax } = this.#options
    const context = { client, view: endpoint, runLong, joined, answerBytesMax, mayBeLong, notes }
    if (fault === undefined) return dispatcher.call(method, params, context)
    // None is long on an endpoint with faults.
    return fault.answer(client, method, (view) => {
      const answer = dispatcher.call(method, params, { ...context, view })
      return answer as Answer | Promise<Answer>
    })
  }

  /** Where another process keeps changes, no client learns of one that may still be lost. */
  #finish(call: CallInProgress, answer: Answer | LongAnswer): Response | Promise<Response> {
    const kept = this.#caller.endpoint.changes.kept()
    if (kept === undefined) return this.#succeed(call, answer)
    return kept.then(
      () => this.#succeed(call, answer),
      (error) => {
        if (answer instanceof LongAnswer) answer.discard()
        return this.#fail(call, toClientError(error, this.#caller.dialect))
      },
    )
  }

  /** An error may say what was changed, too, such as `nonce too low`. */
  #refuse(call: CallInProgress, error: unknown): Response | Promise<Response> {
    const kept = this.#caller.endpoint.changes.kept()
    if (kept === undefined) return this.#fail(call, error)
    return kept.then(
      () => this.#fail(call, error),
      (lost) => this.#fail(call, toClientError(lost, this.#caller.dialect)),
    )
  }

  #succeed(call: CallInProgress, answer: Answer | LongAnswer): Response {
    if (answer instanceof LongAnswer) return this.#replyLong(call, answer)
    const { request, allowance, fault } = call
    const { bytesMax, observed } = allowance
    if (bytesOf(answer) > bytesMax)
      return this.#fail(call, answerTooLarge(this.#options.answerBytesMax))
    const outcome = fault !== undefined && isError(answer) ? 'INJECTED_ERROR' : 'ok'
    const reply = this.#reply(call, answer, outcome)
    if (observed !== undefined && hasResult(answer)) {
      const { method, params } = request
      if (!this.#isOfAuthor(method)) {
        const { endpoint, via } = this.#caller
        observed.push({ endpoint, method, params })
        if (via !== undefined) observed.push({ endpoint: via, method, params })
      }
    }
    return reply
  }

  #fail(call: CallInProgress, error: unknown): Reply | undefined {
    const isOurs = !(error instanceof RequestError)
    if (isOurs) this.#options.onInternalError(error)
    else this.status = error.status
    const outcome = isOurs ? 'INTERNAL_ERROR' : error.code
    return this.#reply(call, encodeError(toErrorObject(error)), outcome)
  }

  /** @returns undefined for a notification */
  #reply(call: CallInProgress, answer: Answer, outcome: CallOutcome): Reply | undefined {
    const { request, fault } = call
    this.#report(call, answer, outcome)
    if (request.id === undefined) return undefined
    return fault === undefined ? respond(request.id, answer) : fault.respond(request.id, answer)
  }

  /** It is on an endpoint without faults, and not to a notification: those that only read do not run. */
  #replyLong(call: CallInProgress, answer: LongAnswer): LongReply {
    this.#report(call, answer.beginning(), 'ok', answer.length)
    return { start: respond(call.request.id as string, '')[0], answer }
  }

  /** @param length of the whole answer */
  #report(call: CallInProgress, answer: Answer, outcome: CallOutcome, length?: number): void {
    const { request, fault, began, printed } = call
    const { method, params } = request
    const milliseconds = performance.now() - began
    const { key, transport, via } = this.#caller
    this.#options.observer.answered(key, method, outcome, milliseconds, params, answer, call)
    const faults = fault?.applied
    const details = {
      transport,
      began,
      milliseconds,
      answer,
      answerLength: length,
      faults,
      replica: undefined,
      isOfPool: via !== undefined,
      printed,
    }
    this.#count(method, params, outcome, details)
  }

  /** The transactions have been answered: what goes wrong now leaves them in the pool. */
  async #mineJoined(miner: Miner): Promise<void> {
    try {
      await miner.mineJoined()
    } catch (error) {
      if (!(error instanceof OmmerError)) this.#options.onInternalError(error)
    }
  }

  #count(method: string, params: unknown, outcome: string, details: CallDetails): void {
    const { isControl } = this.#options
    const { key, endpoint, isExplorer, via } = this.#caller
    // The author of a test moves endpoints, and looks at them.
    if (isControl === true || isExplorer || this.#isOfAuthor(method)) return
    endpoint.activity.addCall(method, params, outcome, details)
    if (via === undefined) return
    // The first has copied what it keeps: another object would take as long as the rest.
    details.replica = key
    details.isOfPool = false
    via.activity.addCall(method, params, outcome, details)
  }

  /** Whether the author of a test calls it, and not the client under test. */
  #isOfAuthor(method: string): boolean {
    return this.#options.dispatcher.moves.has(method) || ofAuthor.has(method)
  }
}
