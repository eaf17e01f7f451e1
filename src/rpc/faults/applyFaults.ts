import type { AppliedFault } from '../../endpoint/activity/timeline.ts'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { FaultEffect } from '../../faults/effect.ts'
import {
  changesResult,
  type DrawnFault,
  type DrawnFaults,
  type FaultPlan,
} from '../../faults/faultPlan.ts'
import type { FaultSubject } from '../../faults/matches.ts'
import type { FaultTransport } from '../../faults/transport.ts'
import { encodeError } from '../answer.ts'
import { joinBatch, type Reply, respond } from '../reply.ts'
import { blocksOfCall, namingOfCall } from './blocksOfCall.ts'
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

/** The endpoint and plan from which the faults of a body are drawn. */
export interface FaultSource {
  readonly plan: FaultPlan
  readonly endpoint: Endpoint
  readonly dialect: Dialect
  readonly transport: FaultTransport
}

export interface CallsOfBody {
  /** by the indexes of their requests; undefined if a request is invalid, or is a notification */
  readonly calls: readonly (FaultableCall | undefined)[]
  readonly isBatch: boolean
}

/** A method call, with its params as received. */
export interface FaultableCall {
  readonly method: string
  readonly params: unknown
}

/** A reply, and what the transport does instead of sending it as it is. */
export interface FaultyReply {
  readonly reply: Reply | undefined
  readonly delivery: DrawnDelivery | undefined
  /** the delay before it is sent */
  readonly latencyMs: number
  /** indexes of the responses that the client can read in it */
  readonly readable: readonly number[]
}

/**
 * Answers one body with faults: draws the faults of its calls, its batch and the whole reply, has the calls answered,
 * and applies the faults of the reply. All calls are counted at once: calls that arrive later are counted after them,
 * however long these take.
 *
 * @param answer answers the calls in order, each with its fault
 */
export async function applyFaults(
  source: FaultSource,
  body: CallsOfBody,
  answer: (faults: readonly CallFault[]) => Promise<readonly Reply[]>,
): Promise<FaultyReply> {
  const faults = new BodyFaults(source, body)
  try {
    const ofCalls = body.calls.map(
      (_, index) =>
        new CallFault(
          () => faults.ofCall(index),
          () => faults.appliedTo(index),
        ),
    )
    return await faults.finish(await answer(ofCalls))
  } finally {
    await faults.settle()
  }
}

/** The faults drawn for one body, some of which may not be settled yet. */
class BodyFaults {
  readonly #transport: FaultTransport
  readonly #dialect: Dialect
  readonly #isBatch: boolean
  readonly #batch: Promise<DrawnFaults> | undefined
  /** the faults of its calls, by index */
  readonly #calls: readonly (Promise<DrawnFaults> | undefined)[]
  /** the faults that were applied to each call, by index */
  readonly #applied: (readonly AppliedFault[])[] = []
  /** the faults of calls that were processed */
  readonly #taken: DrawnFault[] = []
  /** the fault of the whole reply; of a batch, that of the first call that has one */
  #whole: DrawnFault | undefined
  /** the longest delay of all calls, because the responses to a batch are sent together */
  #latencyMs = 0

  constructor(source: FaultSource, { calls, isBatch }: CallsOfBody) {
    this.#transport = source.transport
    this.#dialect = source.dialect
    this.#isBatch = isBatch
    const valid = calls.filter((call) => call !== undefined)
    this.#batch = isBatch ? drawForBatch(source, valid) : undefined
    this.#calls = calls.map((call) => call && drawForCall(source, call))
  }

  async ofCall(index: number): Promise<DrawnFault | undefined> {
    const drawn = await this.#calls[index]
    if (drawn === undefined) return undefined
    this.#applied[index] = drawn.applied
    this.#latencyMs = Math.max(this.#latencyMs, drawn.latencyMs)
    return drawn.fault && this.#take(drawn.fault)
  }

  appliedTo(index: number): readonly AppliedFault[] | undefined {
    return this.#applied[index]
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
      // A batch gets one refusal.
      const refusal = this.#isBatch
        ? respond('null', encodeError(errorObjectOf(effect.error)))
        : reply
      const page = refusalPage(effect.http, refusal)
      const bare = effect.isBare && JSON.stringify(errorObjectOf(effect.error))
      const delivery = bare ? { ...page, body: bare } : page
      return { reply: refusal, delivery, latencyMs, readable: [] }
    }
    const changed = effect.at === 'body' ? faultyBody(drawn, effect, reply) : reply
    return { reply: changed, delivery: undefined, latencyMs, readable: [] }
  }

  /** Must always be called, because other calls may wait for the outcome of these. */
  async settle(): Promise<void> {
    for (const drawn of this.#taken) drawn.hadNoEffect()
    // The client may have disconnected before these were processed.
    for (const drawing of [this.#batch, ...this.#calls]) (await drawing)?.fault?.hadNoEffect()
  }

  async #join(replies: readonly Reply[]) {
    const drawn = (await this.#batch)?.fault
    if (drawn !== undefined) return faultyBatch(drawn, replies)
    const reply = this.#isBatch ? joinBatch(replies) : replies[0]
    return { reply, included: [...replies.keys()] }
  }

  /** @returns the fault that remains for the call itself */
  #take(given: DrawnFault): DrawnFault | undefined {
    const drawn = inDialect(given, this.#dialect)
    this.#taken.push(drawn)
    const { effect } = drawn
    const isAboutWhole = appliesToWhole(effect, this.#transport, this.#isBatch)
    if (isAboutWhole && this.#whole !== undefined && effect.at !== 'call') {
      drawn.hadNoEffect()
      return undefined
    }
    // Reported before the call is answered: a call that waits for this outcome may in turn delay this answer.
    if (!changesResult(effect)) drawn.willHappen()
    if (!isAboutWhole) return drawn
    this.#whole ??= drawn
    // The body of a refusal is an answer, too.
    return effect.at === 'call' ? drawn : undefined
  }
}

function inDialect(drawn: DrawnFault, dialect: Dialect): DrawnFault {
  const { effect } = drawn
  if (effect.at !== 'call' || effect.inDialect === undefined) return drawn
  return { ...drawn, effect: effect.inDialect(dialect) }
}

/** Whether an effect applies to the whole reply. A WebSocket can report 429 only in the body. */
function appliesToWhole(effect: FaultEffect, transport: FaultTransport, isBatch: boolean): boolean {
  if (effect.at === 'call') {
    const isOfEach = isBatch && effect.isPerRequest === true
    return effect.http !== undefined && transport !== 'webSocket' && !isOfEach
  }
  return effect.at === 'body' || effect.at === 'delivery'
}

async function drawForBatch(
  { plan, endpoint, transport }: FaultSource,
  calls: readonly FaultableCall[],
): Promise<DrawnFaults> {
  const drawn = await plan.draw({
    of: 'batch',
    methods: calls.map(({ method }) => method),
    ...namesOf(endpoint, calls),
    transport,
  })
  const { fault } = drawn
  // With so many responses it has an effect, whatever they are.
  if (fault?.effect.at === 'batch' && calls.length >= fault.effect.responsesMin) fault.willHappen()
  return drawn
}

function drawForCall(
  { plan, endpoint, transport }: FaultSource,
  call: FaultableCall,
): Promise<DrawnFaults> {
  const { method, params } = call
  return plan.draw(
    { of: 'call', methods: [method], ...namesOf(endpoint, [call]), transport },
    params,
  )
}

/** What calls say of blocks. */
function namesOf(
  endpoint: Endpoint,
  calls: readonly FaultableCall[],
): Pick<FaultSubject, 'blocks' | 'named' | 'params'> {
  return {
    blocks: calls.flatMap(({ method, params }) => blocksOfCall(endpoint, method, params) ?? []),
    named: calls.flatMap(({ method, params }) => namingOfCall(method, params) ?? []),
    params: calls.map(({ params }) => params),
  }
}
