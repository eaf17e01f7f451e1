import type { Chain } from '../chain/chain.ts'
import { agreeOnFork } from '../group/agreeOnFork.ts'
import type { GroupStore } from '../group/groupStore.ts'
import type { MemberHost } from '../group/memberHost.ts'
import type { ResolvedServeOptions } from '../server/resolveServeOptions.ts'
import { serve } from '../server/serve.ts'
import { version } from '../version.ts'
import { announcement, runServe, type ServeArguments } from './runServe.ts'

/**
 * Serves a chain as a member of a group.
 *
 * @param options those of `given`
 * @param store what the members share
 * @param announce says that the server is ready
 */
export async function runMember(
  given: ServeArguments,
  options: ResolvedServeOptions,
  store: GroupStore,
  host: MemberHost,
  announce: (text: string, chain: Chain) => Promise<void> | void,
): Promise<void> {
  const { MemberGroup } = await import('../group/memberGroup.ts')
  const group = new MemberGroup(store, options, host)
  try {
    await runServe(given, {
      serve(chain, options) {
        const clientVersion = options.clientVersion ?? `ommer/${version}`
        return serve(chain, { ...options, clientVersion }, version, undefined, group)
      },
      fork: (open) => agreeOnFork(store, open),
      announce: (chain, server, served) =>
        announce(announcement(given, chain, server, served), chain),
      // The store may not answer when the member stops.
      growEvery: async (intervalMs, stop) => void group.growEvery(intervalMs, stop),
    })
  } finally {
    await group.leave()
  }
}
