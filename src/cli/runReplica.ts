import { readRedisAddress } from '../journal/redisAddress.ts'
import { resolveServeOptions } from '../server/resolveServeOptions.ts'
import { serve } from '../server/serve.ts'
import { version } from '../version.ts'
import { printReady } from './printReady.ts'
import { runServe, type ServeArguments, toServeOptions, warnIfExposed } from './runServe.ts'

/** The arguments of `ommer serve --journal redis://…`. */
export interface ReplicaArguments extends ServeArguments {
  readonly journal: string
  readonly replicaAddress?: string
  readonly publicAddress?: string
}

/** Serves a chain as one of several replicas, which share a journal in Redis. */
export async function runReplica(given: ReplicaArguments): Promise<void> {
  const options = resolveServeOptions(toServeOptions(given))
  const { MemberGroup } = await import('../group/memberGroup.ts')
  const { ReplicaHost } = await import('../group/redis/replicaHost.ts')
  const { RedisStore } = await import('../group/redis/redisStore.ts')
  const store = await RedisStore.open(readRedisAddress(given.journal))
  const { replicaAddress, publicAddress } = given
  const host = new ReplicaHost(options, { replicaAddress, publicAddress })
  const group = new MemberGroup(store, options, host)
  try {
    await runServe(given, {
      serve(chain, options) {
        const clientVersion = options.clientVersion ?? `ommer/${version}`
        return serve(chain, { ...options, clientVersion }, version, undefined, group)
      },
      async announce(text) {
        warnIfExposed(given.host)
        await printReady(text, given)
      },
      // Redis may not answer when the replica stops.
      growEvery: async (intervalMs, stop) => void group.growEvery(intervalMs, stop),
    })
  } finally {
    await group.leave()
  }
}
