import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { View } from '../../endpoint/view.ts'
import type { ChangeEffect, InjectedError, ViewEffect } from '../../faults/effect.ts'
import type { DrawnFault } from '../../faults/faultPlan.ts'
import { ComparisonView } from '../../faults/otherViews.ts'
import { ViewError } from '../../faults/viewError.ts'
import { type Answer, decodeResult, encodeError, encodeResult, isSame } from '../answer.ts'
import { type ErrorObject, RequestError, toErrorObject } from '../errors.ts'
import { methodsWith } from '../methods/methodRegistry.ts'
import { toClientError } from '../toClientError.ts'
import { isOpenTo, targetsOf } from './openMethods.ts'

/** The endpoint that a client asks, and the dialect in which it does. */
export interface AskedEndpoint {
  readonly endpoint: Endpoint
  readonly dialect: Dialect
}

/** Answers the client's call from a view. */
export type Ask = (view: View) => Answer | Promise<Answer>

/**
 * Applies a fault before a call, or to its result. A call that fails from any view, such as for invalid params, still
 * fails in the same way.
 *
 * @param ask gives the correct answer of a view
 * @throws {RequestError}
 */
export async function faultyAnswer(
  drawn: DrawnFault,
  { endpoint, dialect }: AskedEndpoint,
  method: string,
  ask: Ask,
): Promise<Answer> {
  const { effect, scope } = drawn
  if (!isOpenTo(scope, method)) {
    drawn.hadNoEffect()
    return ask(endpoint)
  }
  switch (effect.at) {
    case 'call':
      drawn.happened(effect.detail)
      return answerWithError(effect.error)
    case 'result':
      return changeResult(drawn, effect, await rightAnswer(drawn, endpoint, ask))
    case 'view':
      return askOtherView(drawn, effect, { endpoint, dialect }, method, ask)
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

async function rightAnswer(drawn: DrawnFault, view: View, ask: Ask): Promise<Answer> {
  try {
    return await ask(view)
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

const calledOnce = methodsWith('isCalledOnce')
const polls = methodsWith('polls')

/** A call that fails has an outcome, too: code that reverts on one state may not on another. */
type AnswerOrError = { readonly answer: Answer } | { readonly error: RequestError }

async function askOtherView(
  drawn: DrawnFault,
  { view, isOnlyView = false }: ViewEffect,
  { endpoint, dialect }: AskedEndpoint,
  method: string,
  ask: Ask,
): Promise<Answer> {
  const asked = { dialect, targets: targetsOf(method) }
  if (isOnlyView) return askOnly(drawn, view(endpoint, asked), ask)
  const other = calledOnce.has(method) ? undefined : view(endpoint, asked)
  // Two polls of a filter return different changes, so the first one only looks.
  const isCompared = polls.has(method) && other !== undefined
  const rightView = isCompared ? new ComparisonView(endpoint) : endpoint
  const right = await outcomeOf(() => ask(rightView), dialect)
  const wrong = other === undefined ? right : await outcomeOf(() => ask(other.view), dialect)
  if (other === undefined || isSameOutcome(right, wrong)) drawn.hadNoEffect()
  else if ('error' in wrong) drawn.happened(`${other.detail()}: an error`)
  else drawn.happened(other.describe?.(decodeResult(wrong.answer)) ?? other.detail())
  if ('error' in wrong) throw wrong.error
  return wrong.answer
}

/** Answers from another view without asking the endpoint. A call that fails there would fail without the fault, too. */
async function askOnly(
  drawn: DrawnFault,
  other: ReturnType<ViewEffect['view']>,
  ask: Ask,
): Promise<Answer> {
  const happened = (result: unknown) => drawn.happened(other.describe?.(result) ?? other.detail())
  try {
    const answer = await ask(other.view)
    happened(decodeResult(answer))
    return answer
  } catch (error) {
    // The transaction was accepted and is never mined: that is the effect of the fault.
    const isAccepted = error instanceof RequestError && error.code === 'NOT_INCLUDED'
    if (isAccepted) happened(error.data)
    else drawn.hadNoEffect()
    throw error
  }
}

async function outcomeOf(
  ask: () => Answer | Promise<Answer>,
  dialect: Dialect,
): Promise<AnswerOrError> {
  try {
    return { answer: await ask() }
  } catch (error) {
    if (error instanceof ViewError) return { answer: encodeError(inDialect(error, dialect)) }
    if (error instanceof RequestError) return { error }
    throw error
  }
}

function inDialect({ error, values }: ViewError, dialect: Dialect): ErrorObject {
  const { code, message, data } = error
  if (values === undefined || typeof code !== 'number') return errorObjectOf(error)
  const geths = new RequestError('SERVER_ERROR', message, data, code).with(values)
  return toErrorObject(toClientError(geths, dialect))
}

function isSameOutcome(one: AnswerOrError, other: AnswerOrError): boolean {
  return isSame(encodeOutcome(one), encodeOutcome(other))
}

function encodeOutcome(outcome: AnswerOrError): Answer {
  return 'answer' in outcome ? outcome.answer : encodeError(toErrorObject(outcome.error))
}
