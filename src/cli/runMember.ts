import type { MemberGroup } from '../group/memberGroup.ts'
import { serve } from '../server/serve.ts'
import { version } from '../version.ts'
import { announcement, runServe, type ServeArguments } from './runServe.ts'

/**
 * Serves a chain as a member of a group.
 *
 * @param announce says that the server is ready
 */
export async function runMember(
  given: ServeArguments,
  group: MemberGroup,
  announce: (text: string) => Promise<void> | void,
): Promise<void> {
  try {
    await runServe(given, {
      serve(chain, options) {
        const clientVersion = options.clientVersion ?? `ommer/${version}`
        return serve(chain, { ...options, clientVersion }, version, undefined, group)
      },
      announce: (chain, server, served) => announce(announcement(given, chain, server, served)),
      // The store may not answer when the member stops.
      growEvery: async (intervalMs, stop) => void group.growEvery(intervalMs, stop),
    })
  } finally {
    await group.leave()
  }
}
