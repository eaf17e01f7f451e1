import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { FaultTransport } from '../../endpoint/faults/fault.ts'
import type { DrawnFault, FaultPlan } from '../../endpoint/faults/faultPlan.ts'
import { encodeError } from '../answer.ts'
import { toErrorObject } from '../errors.ts'
import { joinBatch, type Reply, respond } from '../reply.ts'
import { joinAmiss } from './batchFaults.ts'
import { blocksOfCall } from './blocksOfCall.ts'
import { CallFaults } from './callFaults.ts'
import { type Delivery, deliveryOf, describeDelivery, isOfTransport } from './delivery.ts'
import { rateLimitError } from './rateLimit.ts'
import { isOfBody, spoilBody } from './spoil.ts'

export interface BodyFaultsOptions {
  readonly plan: FaultPlan
  readonly endpoint: Endpoint
  readonly transport: FaultTransport
  /** resolves after so many milliseconds */
  readonly delay: (milliseconds: number) => Promise<unknown>
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
  #batch: DrawnFault | undefined
  #isBatch = false
  /** what befalls the reply as a whole: of several calls of a batch, that of the first */
  #whole: DrawnFault | undefined
  #delivery: Delivery | undefined

  constructor(options: BodyFaultsOptions) {
    this.#options = options
  }

  /** Whether the reply as a whole does not come to the client as it should. */
  get isSpoiled(): boolean {
    return this.#whole !== undefined
  }

  /** What the transport is to do with the reply other than to send it; known when the reply is finished. */
  get delivery(): Delivery | undefined {
    return this.#delivery
  }

  /** To be called before the calls of a batch. */
  beginBatch(requests: readonly unknown[]): void {
    const { plan, endpoint, transport } = this.#options
    const calls = requests.flatMap((request) => callIn(request) ?? [])
    this.#isBatch = true
    this.#batch = plan.draw({
      of: 'batch',
      methods: calls.map(({ method }) => method),
      blocks: calls.flatMap(({ params }) => blocksOfCall(endpoint, params) ?? []),
      transport,
    }).fault
  }

  /** To be called for each call when its turn comes. */
  call(method: string, params: unknown): CallFaults {
    const { plan, endpoint, transport } = this.#options
    const blocks = blocksOfCall(endpoint, params)
    const { latencyMs, fault } = plan.draw(
      {
        of: 'call',
        methods: [method],
        blocks: blocks === undefined ? [] : [blocks],
        transport,
      },
      params,
    )
    this.#latencyMs = Math.max(this.#latencyMs, latencyMs)
    return new CallFaults(fault && this.#take(fault), endpoint, method)
  }

  /** Puts the replies to a batch together; undefined where there are none. */
  joinBatch(replies: readonly Reply[]): Reply | undefined {
    return this.#batch === undefined ? joinBatch(replies) : joinAmiss(this.#batch, replies)
  }

  /** Gives what is to be sent, when it is to be sent. */
  readonly finish = async (reply: Reply | undefined): Promise<Reply | undefined> => {
    const finished = reply && this.#finishWhole(reply)
    if (this.#latencyMs > 0) await this.#options.delay(this.#latencyMs)
    return finished
  }

  /** @returns what is left for the call itself */
  #take(drawn: DrawnFault): DrawnFault | undefined {
    const { fault } = drawn
    if (!isOfTransport(fault, this.#options.transport) && !isOfBody(fault)) return drawn
    if (this.#whole === undefined) {
      this.#whole = drawn
    } else if (fault.kind !== 'rateLimit') {
      drawn.cameToNothing()
      return undefined
    }
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
      const told = this.#isBatch
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

/** What a request of a batch calls, if it is one. */
function callIn(
  request: unknown,
): { readonly method: string; readonly params: unknown } | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const { method, params } = request as { method?: unknown; params?: unknown }
  return typeof method === 'string' ? { method, params } : undefined
}
