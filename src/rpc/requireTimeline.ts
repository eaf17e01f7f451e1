import type { Timeline } from '../endpoint/activity/timeline.ts'
import { RequestError } from './errors.ts'
import type { MethodContext } from './method.ts'

/**
 * What has happened at an endpoint, for clients that may know.
 *
 * @throws {RequestError} OPERATION_REFUSED if it is not kept, or a web page of another origin asks: params may be secrets
 */
export function requireTimeline({
  endpoint,
  client,
}: Pick<MethodContext, 'endpoint' | 'client'>): Timeline {
  if (client.changeProblem?.() !== undefined) {
    throw new RequestError(
      'OPERATION_REFUSED',
      'web pages of other origins may not read what clients did; --cors ORIGIN allows those of an origin',
      { code: 'FOREIGN_ORIGIN' },
    )
  }
  const { timeline } = endpoint.activity
  if (timeline !== undefined) return timeline
  throw new RequestError(
    'OPERATION_REFUSED',
    'requests are not kept: the server was started with --no-explorer (explorer: false)',
    { code: 'NO_REQUEST_LOG' },
  )
}
