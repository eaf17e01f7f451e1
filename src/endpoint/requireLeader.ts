import { wholeNumber } from '../primitives/input.ts'
import type { Endpoint } from './endpoint.ts'
import type { Lag } from './headPointer.ts'
import { EndpointMoveError, readArgument } from './moveError.ts'

const distance = wholeNumber(0)

/**
 * Checks that an endpoint may lag behind another one: that has the same chain, and does not lag behind this one.
 *
 * @throws {EndpointMoveError} LAG_LOOP, OTHER_CHAIN, INVALID_ARGUMENT
 */
export function requireLeader(endpoint: Endpoint, lag: Lag | undefined): void {
  if (lag === undefined) return
  readArgument(distance, lag.by, 'lag.by')
  if (lag.behind.chain.base !== endpoint.chain.base) {
    const problem = `lag: '${lag.behind.key}' has another chain than '${endpoint.key}'`
    throw new EndpointMoveError('OTHER_CHAIN', problem)
  }
  for (
    let leader: Endpoint | undefined = lag.behind;
    leader !== undefined;
    leader = leader.lag?.behind
  ) {
    if (leader !== endpoint) continue
    throw new EndpointMoveError('LAG_LOOP', `lag: '${endpoint.key}' would be behind itself`)
  }
}
