import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { Effect } from '../../faults/effect.ts'
import {
  changesResult,
  type DrawnFault,
  type DrawnFaults,
  type FaultPlan,
} from '../../faults/faultPlan.ts'
import type { FaultTransport } from '../../faults/transport.ts'
import { encodeError } from '../answer.ts'
import { joinBatch, type Reply, respond } from '../reply.ts'
import { blocksOfCall } from './blocksOfCall.ts'
import { CallFault } from './callFault.ts'
import {
  type DrawnDelivery,
  deliversReply,
  deliveryOf,
  describeDelivery,
  refusalPage,
} from './delivery.ts'
import { errorObjectOf } from './faultyAnswer.ts'
import { faultyBatch, faultyBody } from './faultyReply.ts'

/** Where the faults of a body are drawn. */
export interface FaultSource {
  readonly plan: FaultPlan
  readonly endpoint: Endpoint
  readonly transport: FaultTransport
}

/** The calls of one body. */
export interface CallsOfBody {
  /** by the indices of their requests; undefined where a request is invalid, or a notification */
  readonly calls: readonly (Call | undefined)[]
  readonly isBatch: boolean
}

/** A method that is called, and its params as they came. */
export interface Call {
  readonly method: string
  readonly params: unknown
}

/** A reply, and what the transport does with it other than to send it. */
export interface FaultyReply {
  readonly reply: Reply | undefined
  readonly delivery: DrawnDelivery | undefined
  /** how late it is to be sent */
  readonly latencyMs: number
  /** indices of the responses that the client can read in it */
  readonly readable: readonly number[]
}

/**
 * Answers one body with faults: draws what applies to its calls, their batch and the reply as a whole, has the calls
 * answered, and applies what is about the reply. All calls are counted at once: what arrives later is counted behind
 * them, however long they take.
 *
 * @param answer answers the calls in their order, each with its fault
 */
export async function applyFaults(
  source: FaultSource,
  body: CallsOfBody,
  answer: (faults: readonly CallFault[]) => Promise<readonly Reply[]>,
): Promise<FaultyReply> {
  const faults = new BodyFaults(source, body)
  try {
    const ofCalls = body.calls.map((_, index) => new CallFault(() => faults.ofCall(index)))
    return await faults.finish(await answer(ofCalls))
  } finally {
    await faults.settle()
  }
}

/** What was drawn for one body, and how far it is known what came of it. */
class BodyFaults {
  readonly #transport: FaultTransport
  readonly #isBatch: boolean
  /** what applies to the batch as such */
  readonly #batch: Promise<DrawnFaults> | undefined
  /** what applies to its calls, by their indices */
  readonly #calls: readonly (Promise<DrawnFaults> | undefined)[]
  /** the faults of calls that had their turn */
  readonly #taken: DrawnFault[] = []
  /** what applies to the reply as a whole: of several calls of a batch, that of the first */
  #whole: DrawnFault | undefined
  /** of all calls the longest: those of a batch wait together */
  #latencyMs = 0

  constructor(source: FaultSource, { calls, isBatch }: CallsOfBody) {
    this.#transport = source.transport
    this.#isBatch = isBatch
    const valid = calls.filter((call) => call !== undefined)
    this.#batch = isBatch ? drawForBatch(source, valid) : undefined
    this.#calls = calls.map((call) => call && drawForCall(source, call))
  }

  async ofCall(index: number): Promise<DrawnFault | undefined> {
    const drawn = await this.#calls[index]
    if (drawn === undefined) return undefined
    this.#latencyMs = Math.max(this.#latencyMs, drawn.latencyMs)
    return drawn.fault && this.#take(drawn.fault)
  }

  async finish(replies: readonly Reply[]): Promise<FaultyReply> {
    const { reply, included } = await this.#join(replies)
    const latencyMs = this.#latencyMs
    const drawn = this.#whole
    if (drawn === undefined || reply === undefined) {
      return { reply, delivery: undefined, latencyMs, readable: included }
    }
    const { effect, random } = drawn
    if (effect.at === 'delivery') {
      const delivery = deliveryOf(effect, this.#transport, random)
      drawn.happened(describeDelivery(delivery))
      return { reply, delivery, latencyMs, readable: deliversReply(delivery) ? included : [] }
    }
    if (effect.at === 'call' && effect.http !== undefined) {
      // A batch is refused as one.
      const refusal = this.#isBatch
        ? respond('null', encodeError(errorObjectOf(effect.error)))
        : reply
      const delivery = refusalPage(effect.http, refusal)
      return { reply: refusal, delivery, latencyMs, readable: [] }
    }
    const changed = effect.at === 'body' ? faultyBody(drawn, effect, reply) : reply
    return { reply: changed, delivery: undefined, latencyMs, readable: [] }
  }

  /** To be called in any case: other calls may wait for what came of these. */
  async settle(): Promise<void> {
    for (const drawn of this.#taken) drawn.hadNoEffect()
    // The client may have gone before the turn of these.
    for (const drawing of [this.#batch, ...this.#calls]) (await drawing)?.fault?.hadNoEffect()
  }

  async #join(replies: readonly Reply[]) {
    const drawn = (await this.#batch)?.fault
    if (drawn !== undefined) return faultyBatch(drawn, replies)
    const reply = this.#isBatch ? joinBatch(replies) : replies[0]
    return { reply, included: [...replies.keys()] }
  }

  /** @returns what is left for the call itself */
  #take(drawn: DrawnFault): DrawnFault | undefined {
    this.#taken.push(drawn)
    const { effect } = drawn
    const isAboutWhole = appliesToWhole(effect, this.#transport)
    if (isAboutWhole && this.#whole !== undefined && effect.at !== 'call') {
      drawn.hadNoEffect()
      return undefined
    }
    // Known before the call is answered: one that waits for this may itself be waited for by the answer.
    if (!changesResult(effect)) drawn.willHappen()
    if (!isAboutWhole) return drawn
    this.#whole ??= drawn
    // The body of a refusal is an answer, too.
    return effect.at === 'call' ? drawn : undefined
  }
}

/** Whether it is about the reply as a whole. A WebSocket has no way to say 429 but in the body. */
function appliesToWhole(effect: Effect, transport: FaultTransport): boolean {
  if (effect.at === 'call') return effect.http !== undefined && transport !== 'webSocket'
  return effect.at === 'body' || effect.at === 'delivery'
}

async function drawForBatch(
  { plan, endpoint, transport }: FaultSource,
  calls: readonly Call[],
): Promise<DrawnFaults> {
  const drawn = await plan.draw({
    of: 'batch',
    methods: calls.map(({ method }) => method),
    blocks: calls.flatMap(({ params }) => blocksOfCall(endpoint, params) ?? []),
    transport,
  })
  const { fault } = drawn
  // It makes a difference whatever the responses are.
  if (fault?.effect.at === 'batch' && calls.length >= fault.effect.responsesMin) fault.willHappen()
  return drawn
}

function drawForCall(
  { plan, endpoint, transport }: FaultSource,
  { method, params }: Call,
): Promise<DrawnFaults> {
  const blocks = blocksOfCall(endpoint, params)
  return plan.draw(
    { of: 'call', methods: [method], blocks: blocks === undefined ? [] : [blocks], transport },
    params,
  )
}
