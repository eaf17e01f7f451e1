import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import type { Answer } from '../answer.ts'
import { type Reply, respond } from '../reply.ts'
import { type Ask, alterAnswer } from './alterAnswer.ts'
import { respondAmiss } from './spoil.ts'

/** What befalls one call: its answer, and the envelope around it. */
export class CallFaults {
  readonly #drawing: Promise<DrawnFault | undefined>
  /** known when the call is answered */
  #drawn: DrawnFault | undefined
  readonly #endpoint: Endpoint
  readonly #method: string

  /** @param drawing resolves to undefined where nothing does */
  constructor(drawing: Promise<DrawnFault | undefined>, endpoint: Endpoint, method: string) {
    this.#drawing = drawing
    this.#endpoint = endpoint
    this.#method = method
  }

  /**
   * Answers the call.
   *
   * @param ask gives the right answer of an endpoint
   * @throws {RequestError}
   */
  async answer(ask: Ask): Promise<Answer> {
    this.#drawn = await this.#drawing
    return this.#drawn === undefined
      ? ask(this.#endpoint)
      : alterAnswer(this.#drawn, this.#endpoint, this.#method, ask)
  }

  /** @param id as JSON */
  readonly respond = (id: string, answer: Answer): Reply =>
    (this.#drawn && respondAmiss(this.#drawn, id, answer)) ?? respond(id, answer)
}
