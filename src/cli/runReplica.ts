import { readRedisAddress } from '../log/redisAddress.ts'
import { resolveServeOptions } from '../server/resolveServeOptions.ts'
import { printReady } from './printReady.ts'
import { runMember } from './runMember.ts'
import { type ServeArguments, toServeOptions, warnIfExposed, warnOfFork } from './runServe.ts'

/** The arguments of `ommer serve --journal redis://…`. */
export interface ReplicaArguments extends ServeArguments {
  readonly journal: string
  readonly replicaAddress?: string
  readonly publicAddress?: string
}

/** Serves a chain as one of several replicas, which share a journal in Redis. */
export async function runReplica(given: ReplicaArguments): Promise<void> {
  const options = resolveServeOptions(toServeOptions(given))
  const { replicaHost } = await import('../group/redis/replicaHost.ts')
  const { RedisStore } = await import('../group/redis/redisStore.ts')
  const store = await RedisStore.open(readRedisAddress(given.journal))
  const { replicaAddress, publicAddress } = given
  const host = replicaHost(options, { replicaAddress, publicAddress })
  await runMember(given, options, store, host, async (text, chain) => {
    warnIfExposed(given.host)
    warnOfFork(chain, given)
    await printReady(text, given)
  })
}
