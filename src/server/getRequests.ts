import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../rpc/caller.ts'
import type { Reply } from '../rpc/reply.ts'
import { ConnectionCallers } from './connectionCallers.ts'
import type { HandlerContext } from './handlerContext.ts'
import type { Refusal } from './refusals.ts'
import { dropBody } from './requestBody.ts'
import { send } from './send.ts'
import { sendPreflight } from './sendPreflight.ts'

/** How an address answers requests that it does not admit. */
interface GetRefusals {
  readonly unknownKey: Refusal
  readonly wrongVerb: Refusal
}

/** The requests to an address with a key that is only read, by any web page. */
export class GetRequests {
  readonly #context: HandlerContext
  readonly #refusals: GetRefusals
  readonly #callers: ConnectionCallers

  constructor(context: HandlerContext, refusals: GetRefusals) {
    this.#context = context
    this.#refusals = refusals
    this.#callers = new ConnectionCallers(context)
  }

  /** @returns undefined if the request is answered already */
  admit(request: IncomingMessage, response: ServerResponse, key: string): Caller | undefined {
    const { refuser, turns } = this.#context
    const { method } = request
    const refuse = (refusal: Refusal): undefined => void refuser.answer(response, refusal)
    if (method === 'OPTIONS') return void sendPreflight(request, response, 'GET, HEAD')
    const caller = this.#callers.of(request.socket, key)
    if (caller === undefined) return refuse(this.#refusals.unknownKey)
    if (method !== 'GET' && method !== 'HEAD') return refuse(this.#refusals.wrongVerb)
    // A body has no meaning here, but the next request of the connection is only read after it.
    if (!request.complete) dropBody(request, turns)
    return caller
  }

  /** @param headers names and values alternating */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { endpoint }: Caller,
    reply: Reply,
    headers: readonly string[],
  ): Promise<void> {
    // As for all requests: no response shows a change that may still be lost.
    await endpoint.changes.kept()
    await send(request, response, reply, this.#context.memory, endpoint, headers)
  }
}
