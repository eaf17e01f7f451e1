import type { Socket } from 'node:net'
import type { Caller } from '../rpc/caller.ts'
import { isBehind, untilDrained } from './backlog.ts'
import type { HandlerContext } from './handlerContext.ts'
import { originOfPage } from './originRule.ts'
import { nextResponse } from './pendingResponses.ts'

/** The headers of a request whose connection has closed: its moves are refused. */
const NO_REQUEST = { origin: 'null' }

/** The callers of connections. The last one of each connection is cached, because clients seldom change keys. */
export class ConnectionCallers {
  readonly #context: HandlerContext
  readonly #callers = new WeakMap<Socket, Caller>()

  constructor(context: HandlerContext) {
    this.#context = context
  }

  /** @returns undefined for an unknown key */
  of(socket: Socket, key: string): Caller | undefined {
    const cached = this.#callers.get(socket)
    // The time of this comparison tells a client only about the key that it has presented before.
    if (cached?.key === key && !cached.endpoint.isClosed) return cached
    const { endpoints, limits, memory, originRule, delays } = this.#context
    const access = endpoints.admit(key)
    if (access === undefined) return undefined
    const { endpoint } = access
    const caller: Caller = {
      key: access.key,
      endpoint,
      dialect: access.dialect,
      connection: socket,
      isClosed: () => socket.destroyed,
      drained: () => (isBehind(socket, limits.backlogBytes) ? untilDrained(socket) : undefined),
      memory: memory.of(socket),
      transport: 'http',
      subscriptions: undefined,
      isExplorer: false,
      delay: (milliseconds) => delays.wait(milliseconds, endpoint, socket),
      // A connection has one request at a time in progress. Its headers are read only by calls that change something or
      // use filters, because most calls read.
      changeProblem: () => originRule.problemOf(nextResponse(socket)?.req.headers ?? NO_REQUEST),
      origin: () => originOfPage(nextResponse(socket)?.req.headers ?? NO_REQUEST),
      pool: access.pool,
      via: undefined,
    }
    this.#callers.set(socket, caller)
    return caller
  }
}
