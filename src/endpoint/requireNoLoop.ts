import { wholeNumber } from '../primitives/input.ts'
import type { Endpoint } from './endpoint.ts'
import type { Lag } from './headPointer.ts'
import { EndpointMoveError, readArgument } from './moveError.ts'

const distance = wholeNumber(0)

/**
 * Checks that an endpoint may lag behind another one.
 *
 * @throws {EndpointMoveError} LAG_LOOP, INVALID_ARGUMENT
 */
export function requireNoLoop(endpoint: Endpoint, lag: Lag | undefined): void {
  if (lag !== undefined) readArgument(distance, lag.by, 'lag.by')
  for (let leader = lag?.behind; leader !== undefined; leader = leader.lag?.behind) {
    if (leader !== endpoint) continue
    throw new EndpointMoveError('LAG_LOOP', `lag: '${endpoint.key}' would be behind itself`)
  }
}
