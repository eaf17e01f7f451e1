import type { AppliedFault } from '../../endpoint/activity/timeline.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import type { Answer } from '../answer.ts'
import { type Reply, respond } from '../reply.ts'
import { type Ask, type AskedEndpoint, faultyAnswer } from './faultyAnswer.ts'
import { faultyResponse } from './faultyReply.ts'

/** The fault of one call, if any. It is drawn when the call is processed. */
export class CallFault {
  readonly #draw: () => Promise<DrawnFault | undefined>
  readonly #applied: () => readonly AppliedFault[] | undefined
  #drawn: DrawnFault | undefined

  /** @param applied returns the faults that were applied to the call, once they are drawn */
  constructor(
    draw: () => Promise<DrawnFault | undefined>,
    applied: () => readonly AppliedFault[] | undefined,
  ) {
    this.#draw = draw
    this.#applied = applied
  }

  /** The faults that were applied to the call, and to the reply it is a part of; undefined before they are drawn. */
  get applied(): readonly AppliedFault[] | undefined {
    return this.#applied()
  }

  /**
   * Answers the call.
   *
   * @param ask gives the correct answer of a view
   * @throws {RequestError}
   */
  async answer(asked: AskedEndpoint, method: string, ask: Ask): Promise<Answer> {
    this.#drawn = await this.#draw()
    return this.#drawn === undefined
      ? ask(asked.endpoint)
      : faultyAnswer(this.#drawn, asked, method, ask)
  }

  /**
   * Writes the response to the call with the given answer.
   *
   * @param id as JSON
   */
  readonly respond = (id: string, answer: Answer): Reply =>
    this.#drawn === undefined ? respond(id, answer) : faultyResponse(this.#drawn, id, answer)
}
