import type { Endpoint } from '../../endpoint/endpoint.ts'
import { type FaultTransport, isOfAnswers } from '../../faults/fault.ts'
import type { DrawnFault, DrawnFaults, FaultPlan } from '../../faults/faultPlan.ts'
import { encodeError } from '../answer.ts'
import { toErrorObject } from '../errors.ts'
import { joinBatch, type Reply, respond } from '../reply.ts'
import { answersLeft, isSureFor, joinAmiss } from './batchFaults.ts'
import { blocksOfCall } from './blocksOfCall.ts'
import { CallFaults } from './callFaults.ts'
import { type Delivery, deliveryOf, describeDelivery, isOfTransport } from './delivery.ts'
import { rateLimitError } from './rateLimit.ts'
import { isOfBody, spoilBody } from './spoil.ts'

export interface BodyFaultsOptions {
  readonly plan: FaultPlan
  readonly endpoint: Endpoint
  readonly transport: FaultTransport
}

/** A method that is called, and its params as they came. */
export interface Called {
  readonly method: string
  readonly params: unknown
}

/**
 * What befalls one body: its calls, their batch, and what carries the reply. To be made for each body that comes to an
 * endpoint with faults.
 */
export class BodyFaults {
  readonly #options: BodyFaultsOptions
  /** of all its calls the longest: those of a batch wait together */
  #latencyMs = 0
  /** what befalls the batch as such */
  #batch: Promise<DrawnFaults> | undefined
  /** what befalls its calls, by their places */
  #calls: readonly (Promise<DrawnFaults> | undefined)[] = []
  /** all that was drawn */
  readonly #drawn: DrawnFault[] = []
  /** of a batch, how many answers reach the client; undefined: all */
  #answersLeft: number | undefined
  /** what befalls the reply as a whole: of several calls of a batch, that of the first */
  #whole: DrawnFault | undefined
  #delivery: Delivery | undefined

  constructor(options: BodyFaultsOptions) {
    this.#options = options
  }

  /** How late the reply is to be sent, in milliseconds; known when it is finished. */
  get latencyMs(): number {
    return this.#latencyMs
  }

  /** How many answers to a batch reach the client, from the first on; known when they are joined. Undefined: all. */
  get answersLeft(): number | undefined {
    return this.#answersLeft
  }

  /** Whether the client can read what reaches it; known when the reply is finished. */
  get isReadable(): boolean {
    const { kind } = this.#delivery ?? {}
    return this.#whole === undefined || kind === 'late' || kind === 'twice'
  }

  /** What the transport is to do with the reply other than to send it; known when the reply is finished. */
  get delivery(): Delivery | undefined {
    return this.#delivery
  }

  /**
   * Whether its calls are to be answered in turn with all else that the client wants. What befalls one may follow from
   * what came of those before it; so these must not have to wait for it in turn.
   */
  get takesTurns(): boolean {
    return this.#options.plan.waits
  }

  /**
   * To be called when the body has come, before its calls. All of them are counted at once: what comes after it is
   * counted behind them, however long they take.
   *
   * @param calls by their places; undefined where a request is none, or wants no answer
   */
  begin(calls: readonly (Called | undefined)[], isBatch: boolean): void {
    if (isBatch) this.#batch = this.#drawBatch(calls.filter((call) => call !== undefined))
    this.#calls = calls.map((call) => call && this.#draw(call))
  }

  /**
   * To be called for each call when its turn comes.
   *
   * @param place in the batch; 0 where it is alone
   */
  call(method: string, place: number): CallFaults {
    const drawing = this.#calls[place] as Promise<DrawnFaults>
    const left = drawing.then(({ latencyMs, fault }) => {
      this.#latencyMs = Math.max(this.#latencyMs, latencyMs)
      return fault && this.#take(fault)
    })
    return new CallFaults(left, this.#options.endpoint, method)
  }

  /** Puts the replies to a batch together; undefined where there are none. */
  async joinBatch(replies: readonly Reply[]): Promise<Reply | undefined> {
    const drawn = (await this.#batch)?.fault
    if (drawn === undefined) return joinBatch(replies)
    this.#answersLeft = answersLeft(drawn.fault, replies.length)
    this.#drawn.push(drawn)
    return joinAmiss(drawn, replies)
  }

  /** Gives what is to be sent, after `latencyMs`. To be called in any case: other calls may wait for what has come of these. */
  readonly finish = async (reply: Reply | undefined): Promise<Reply | undefined> => {
    const finished = reply && this.#finishWhole(reply)
    for (const drawn of this.#drawn) drawn.cameToNothing()
    // The client may have gone before the turn of these.
    for (const drawing of [this.#batch, ...this.#calls]) (await drawing)?.fault?.cameToNothing()
    return finished
  }

  async #drawBatch(calls: readonly Called[]): Promise<DrawnFaults> {
    const { plan, endpoint, transport } = this.#options
    const drawn = await plan.draw({
      of: 'batch',
      methods: calls.map(({ method }) => method),
      blocks: calls.flatMap(({ params }) => blocksOfCall(endpoint, params) ?? []),
      transport,
    })
    if (drawn.fault && isSureFor(drawn.fault.fault, calls.length)) drawn.fault.willHappen()
    return drawn
  }

  #draw({ method, params }: Called): Promise<DrawnFaults> {
    const { plan, endpoint, transport } = this.#options
    const blocks = blocksOfCall(endpoint, params)
    const subject = {
      of: 'call',
      methods: [method],
      blocks: blocks === undefined ? [] : [blocks],
      transport,
    } as const
    return plan.draw(subject, params)
  }

  /** @returns what is left for the call itself */
  #take(drawn: DrawnFault): DrawnFault | undefined {
    this.#drawn.push(drawn)
    const { fault } = drawn
    const isOfWhole = isOfTransport(fault, this.#options.transport) || isOfBody(fault)
    if (isOfWhole && this.#whole !== undefined && fault.kind !== 'rateLimit') {
      drawn.cameToNothing()
      return undefined
    }
    // Known before the call is answered: one that waits for this may itself be waited for by the answer.
    if (!isOfAnswers(fault)) drawn.willHappen()
    if (!isOfWhole) return drawn
    this.#whole ??= drawn
    // What HTTP 429 says is an answer, too.
    return fault.kind === 'rateLimit' ? drawn : undefined
  }

  #finishWhole(reply: Reply): Reply {
    const drawn = this.#whole
    if (drawn === undefined) return reply
    const spoiled = spoilBody(drawn, reply)
    if (spoiled !== undefined) return spoiled
    const { fault } = drawn
    if (fault.kind === 'rateLimit') {
      // A batch is limited as one.
      const told =
        this.#batch !== undefined
          ? respond('null', encodeError(toErrorObject(rateLimitError(fault))))
          : reply
      this.#delivery = deliveryOf(drawn, this.#options.transport, told)
      return told
    }
    this.#delivery = deliveryOf(drawn, this.#options.transport, reply)
    if (this.#delivery !== undefined) drawn.happened(describeDelivery(this.#delivery))
    return reply
  }
}
