import type { Access } from '../endpoint/access.ts'
import type { Caller } from './caller.ts'

/** The client of a pool, as it asks one of its replicas. */
export function callerAt(caller: Caller, { key, endpoint, dialect }: Access): Caller {
  return {
    key,
    endpoint,
    dialect,
    connection: caller.connection,
    isClosed: () => caller.isClosed(),
    drained: () => caller.drained(),
    memory: caller.memory,
    transport: caller.transport,
    subscriptions: caller.subscriptions,
    isExplorer: false,
    delay: (milliseconds) => caller.delay(milliseconds),
    changeProblem: () => caller.changeProblem?.(),
    origin: () => caller.origin?.(),
    pool: undefined,
    via: endpoint === caller.endpoint ? undefined : caller.endpoint,
  }
}
