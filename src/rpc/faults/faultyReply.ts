import type { BodyEffect } from '../../faults/effect.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import { type Answer, encodeError } from '../answer.ts'
import { joinBatch, type Reply, respond, textOf } from '../reply.ts'
import { errorObjectOf } from './faultyAnswer.ts'

/**
 * Applies a fault to the envelope of one response.
 *
 * @param id as JSON
 */
export function faultyResponse(drawn: DrawnFault, id: string, answer: Answer): Reply {
  const { effect } = drawn
  if (effect.at !== 'envelope') return respond(id, answer)
  const changed = effect.changeId(id)
  drawn.happened(changed.detail)
  return changed.id === undefined ? ['{"jsonrpc":"2.0",', answer] : respond(changed.id, answer)
}

export interface FaultyBatch {
  readonly reply: Reply | undefined
  /** indexes of the responses that it contains */
  readonly included: readonly number[]
}

/** Applies a fault to a batch, if it makes a difference. */
export function faultyBatch(drawn: DrawnFault, replies: readonly Reply[]): FaultyBatch {
  const { effect, random } = drawn
  if (effect.at !== 'batch' || replies.length < effect.responsesMin) {
    drawn.hadNoEffect()
    return { reply: joinBatch(replies), included: [...replies.keys()] }
  }
  const arrangement = effect.arrange(replies.length, random)
  drawn.happened(arrangement.detail)
  if ('error' in arrangement) {
    return { reply: respond('null', encodeError(errorObjectOf(arrangement.error))), included: [] }
  }
  const { order } = arrangement
  const reply = joinBatch(order.map((index) => replies[index] as Reply)) ?? ['[]']
  return { reply, included: order }
}

/** Applies a fault to the text of a whole body. */
export function faultyBody(drawn: DrawnFault, { changeText }: BodyEffect, reply: Reply): Reply {
  const { text, detail } = changeText(textOf(reply), drawn.random)
  drawn.happened(detail)
  return [text]
}
