import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { View } from '../../endpoint/view.ts'
import type { ChangeEffect, InjectedError, ViewEffect } from '../../faults/effect.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import { type Answer, decodeResult, encodeError, encodeResult } from '../answer.ts'
import { type ErrorObject, RequestError, toErrorObject } from '../errors.ts'
import { subscriptionMethods } from '../methods/registry.ts'

/** Answers the client's call from a view. */
export type Ask = (view: View) => Answer | Promise<Answer>

/**
 * Applies a fault before a call, or to its result. A call that fails anyway, such as for invalid params, still fails in
 * the same way.
 *
 * @param ask gives the correct answer of a view
 * @throws {RequestError}
 */
export async function faultyAnswer(
  drawn: DrawnFault,
  endpoint: Endpoint,
  method: string,
  ask: Ask,
): Promise<Answer> {
  const { effect } = drawn
  switch (effect.at) {
    case 'call':
      drawn.happened(effect.detail)
      return answerWithError(effect.error)
    case 'result':
      return changeResult(drawn, effect, await rightAnswer(drawn, endpoint, ask))
    case 'view': {
      const right = await rightAnswer(drawn, endpoint, ask)
      return askOtherView(drawn, effect, right, endpoint, method, ask)
    }
    default:
      return ask(endpoint)
  }
}

/** The error object that the client receives for an injected error. */
export function errorObjectOf(error: InjectedError): ErrorObject {
  const { code, message, data } = error
  if (typeof code !== 'number') return toErrorObject(new RequestError(code, message, data))
  return { code, message, ...(data !== undefined && { data }) }
}

/** Throws one of the service's own errors, so that it is counted under its name. */
function answerWithError(error: InjectedError): Answer {
  const { code, message, data } = error
  if (typeof code !== 'number') throw new RequestError(code, message, data)
  return encodeError(errorObjectOf(error))
}

async function rightAnswer(drawn: DrawnFault, endpoint: Endpoint, ask: Ask): Promise<Answer> {
  try {
    return await ask(endpoint)
  } catch (error) {
    drawn.hadNoEffect()
    throw error
  }
}

function changeResult(drawn: DrawnFault, { change }: ChangeEffect, right: Answer): Answer {
  const changed = change(decodeResult(right), drawn.random)
  const wrong = changed === undefined ? right : encodeResult(changed.result)
  if (changed === undefined || isSame(right, wrong)) drawn.hadNoEffect()
  else drawn.happened(changed.detail)
  return wrong
}

async function askOtherView(
  drawn: DrawnFault,
  { view }: ViewEffect,
  right: Answer,
  endpoint: Endpoint,
  method: string,
  ask: Ask,
): Promise<Answer> {
  // A second view must not subscribe the client again.
  const other = subscriptionMethods.all.has(method) ? undefined : view(endpoint, method)
  if (other === undefined) {
    drawn.hadNoEffect()
    return right
  }
  let wrong: Answer
  try {
    wrong = await ask(other.view)
  } catch (error) {
    drawn.happened(`${other.detail()}: an error`)
    throw error
  }
  if (isSame(right, wrong)) drawn.hadNoEffect()
  else drawn.happened(other.describe?.(decodeResult(wrong)) ?? other.detail())
  return wrong
}

export function isSame(one: Answer, other: Answer): boolean {
  return Buffer.compare(one, other) === 0
}
