import type { Chain } from '../chain/chain.ts'
import type { EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { Dispatcher } from '../rpc/dispatcher.ts'
import type { CallRunner } from '../threads/calls/callRunner.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/**
 * Creates what calls the methods of a server.
 *
 * @param dev the endpoints that clients can move; undefined if they cannot
 */
export function createDispatcher(
  { methods, clientVersion, limits, control }: ResolvedServeOptions,
  version: string,
  calls: CallRunner,
  dev: EndpointDirectory | undefined,
  chain: Chain,
): Dispatcher {
  return new Dispatcher({
    methods,
    clientVersion,
    version,
    cacheBytes: limits.cacheBytes,
    logLimits: {
      rangeMax: limits.logRange,
      resultsMax: limits.logResults,
      bytesMax: limits.answerBytes,
    },
    filterLimits: {
      countMax: limits.filters,
      bytesMax: limits.filterBytes,
      seconds: limits.filterSeconds,
    },
    calls,
    dev,
    accounts: chain.accounts,
    facts: {
      hasOpenControl: control === true,
      preset: chain.isGenerated ? chain.spec.preset : undefined,
      contractIndex: chain.contractIndex,
    },
  })
}
