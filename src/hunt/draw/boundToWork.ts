import type { Step } from '../../scenario/step.ts'
import type { Moment } from '../run/clientCalls.ts'
import { isPoll, type ObservedCall } from '../run/observedCall.ts'

/** What was observed while steps were played. */
export interface Observed {
  /** oldest first */
  readonly calls: readonly ObservedCall[]
  /** of the steps, and of what came after them */
  readonly moments: readonly Moment[]
  /** how many of the calls were made before */
  readonly from: number
}

/** So few calls after the last one that reads blocks, a client that polls may still be at work. */
const LAST_CALLS = 2

type WaitStep = Extract<Step, { readonly waitFor: unknown }>

/**
 * Steps that wait for what a client had done where they waited for its polls: how often it polls meanwhile depends on time,
 * so the steps would meet it elsewhere the next time.
 *
 * @param steps which were played as was observed
 * @param first key of the endpoint of those that name none
 * @returns undefined if nothing changes
 */
export function boundToWork(
  steps: readonly Step[],
  { calls, moments, from: before }: Observed,
  first: string,
): readonly Step[] | undefined {
  let [from, played, bound] = [before, 0, 0]
  const others = steps.map((step, index) => {
    if (!('waitFor' in step)) {
      if (!('restartClient' in step)) from = moments[played++]?.calls ?? from
      return step
    }
    const next = steps[index + 1]
    const until = moments[played]?.calls
    // When one of several waits was over is not known.
    if (next === undefined || 'waitFor' in next || until === undefined) return step
    const asked = calls.slice(from, until).filter(({ key }) => {
      return key.endsWith(`.${step.endpoint ?? first}`)
    })
    const work = isForPolls(step, asked) ? lastWork(asked) : undefined
    if (work === undefined) return step
    bound++
    return { ...step, waitFor: work }
  })
  return bound === 0 ? undefined : others
}

function isForPolls({ waitFor }: WaitStep, asked: readonly ObservedCall[]): boolean {
  const { method, named } = waitFor
  return named === 'tag' || asked.every((call) => call.method !== method || isPoll(call))
}

/** A wait for the last calls that read blocks, if the client was still making them. */
function lastWork(asked: readonly ObservedCall[]): WaitStep['waitFor'] | undefined {
  const last = asked
    .slice(-LAST_CALLS)
    .findLast((call) => call.named !== undefined && !isPoll(call))
  if (last?.named === undefined) return undefined
  const { method, named } = last
  const calls = asked.filter((call) => {
    return call.method === method && call.named === named && hasAnswer(call)
  }).length
  return calls === 0 ? undefined : { method, named, calls }
}

/** Waits do not count others. */
function hasAnswer({ outcome, answer }: ObservedCall): boolean {
  return outcome === 'ok' && !answer.includes('"result":null')
}
