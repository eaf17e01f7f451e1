import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import type { Answer } from '../answer.ts'
import { type Reply, respond } from '../reply.ts'
import { type Ask, faultyAnswer } from './faultyAnswer.ts'
import { faultyResponse } from './faultyReply.ts'

/** The fault of one call, if any. It is drawn when the call is processed. */
export class CallFault {
  readonly #draw: () => Promise<DrawnFault | undefined>
  #drawn: DrawnFault | undefined

  constructor(draw: () => Promise<DrawnFault | undefined>) {
    this.#draw = draw
  }

  /**
   * Answers the call.
   *
   * @param ask gives the correct answer of a view
   * @throws {RequestError}
   */
  async answer(endpoint: Endpoint, method: string, ask: Ask): Promise<Answer> {
    this.#drawn = await this.#draw()
    return this.#drawn === undefined
      ? ask(endpoint)
      : faultyAnswer(this.#drawn, endpoint, method, ask)
  }

  /**
   * Writes the response to the call with the given answer.
   *
   * @param id as JSON
   */
  readonly respond = (id: string, answer: Answer): Reply =>
    this.#drawn === undefined ? respond(id, answer) : faultyResponse(this.#drawn, id, answer)
}
