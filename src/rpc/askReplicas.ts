import type { Access } from '../endpoint/access.ts'
import type { Caller } from './caller.ts'
import { callerAt } from './callerAt.ts'
import { answerTooLarge, type RequestError } from './errors.ts'
import { methodsByName, subscriptionMethods } from './methods/methodRegistry.ts'
import { byteLength, joinBatch, type Reply, textOf } from './reply.ts'
import type { RpcRequest } from './rpcRequest.ts'
import type { Answered, AnsweredLong } from './rpcService.ts'

/**
 * The endpoints of a pool that requests meet: what changes endpoints goes to the first, and subscriptions to that of the
 * connection. Undefined where no endpoint is left.
 *
 * @param moves the methods that change endpoints
 */
export function replicasFor(
  requests: readonly RpcRequest[],
  caller: Caller,
  moves: { has(method: string): boolean },
): (Access | undefined)[] {
  const { pool, connection } = caller
  let together: Access | undefined
  return requests.map(({ method, problem }) => {
    // What is no request, and what only ommer has, is about the pool itself.
    if (problem !== undefined) return caller
    if (moves.has(method)) return pool?.first
    if (method.startsWith('ommer_')) return caller
    if (subscriptionMethods.all.has(method)) return pool?.home(connection)
    const series = methodsByName.has(method) ? method : ''
    if (pool?.isByRequest === true) return pool.next(series, connection)
    together ??= pool?.next(series, connection)
    return together
  })
}

interface AskOptions {
  readonly answerBytesMax: number
  /** Answers one request. */
  answer(
    request: RpcRequest,
    client: Caller,
    refusal: RequestError | undefined,
  ): Promise<Answered | AnsweredLong>
}

/** Answers each request of a batch at a replica of its own, one after another. */
export async function askEach(
  requests: readonly RpcRequest[],
  replicas: readonly Access[],
  caller: Caller,
  { answerBytesMax, answer }: AskOptions,
): Promise<Answered> {
  const replies: Reply[] = []
  let [delivery, bytes]: [Answered['delivery'], number] = [undefined, 0]
  try {
    for (const [index, request] of requests.entries()) {
      const refusal = bytes > answerBytesMax ? answerTooLarge(answerBytesMax) : undefined
      const answered = await answer(request, callerAt(caller, replicas[index] as Access), refusal)
      const reply = answered.reply as Reply | undefined
      if (!isOwnStatus(reply, answered.delivery)) delivery ??= answered.delivery
      if (reply === undefined) continue
      const added = byteLength(reply)
      bytes += added
      caller.memory.add(added)
      replies.push(reply)
    }
    return { reply: joinBatch(replies), delivery }
  } finally {
    caller.memory.add(-bytes)
  }
}

/** Whether a delivery only gives an error, which the reply has too, a status: in a batch it has none. */
function isOwnStatus(reply: Reply | undefined, delivery: Answered['delivery']): boolean {
  return delivery?.kind === 'page' && reply !== undefined && textOf(reply).includes(delivery.body)
}
