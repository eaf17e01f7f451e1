import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CopiedView } from '../endpoint/copies/copiedView.ts'
import { isAnsweredByBlocks } from '../rpc/copies/answeredByBlocks.ts'
import type { MethodCaller } from '../rpc/dispatcher.ts'
import { keyInPath } from './apiKey.ts'
import type { CopySource, PassOn } from './copySource.ts'
import type { HandlerContext } from './handlerContext.ts'
import { bodyRefusal, ConnectionEndpoints, createResponder, keyAtRoot } from './httpHandler.ts'
import * as refusals from './refusals.ts'
import { readBody } from './requestBody.ts'

/**
 * Answers a request for an endpoint of another process.
 *
 * @param passOn has that process answer
 */
export type CopyHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  passOn: PassOn,
) => void

/** A larger body is passed on unread. */
const BODY_MAX = 64 * 1024

/**
 * Creates the handler of `POST /v3/<API_KEY>` for endpoints of other processes. It answers what follows from their blocks,
 * where it knows these, and passes everything else on.
 */
export function createCopyHandler(
  context: HandlerContext,
  dispatcher: MethodCaller,
  copies: CopySource,
): CopyHandler {
  const { turns, memory, refuser, onInternalError } = context
  const connections = new ConnectionEndpoints({ ...context, endpoints: copies })
  const responderOf = respondersByView(context, dispatcher)
  return (request, response, passOn) => {
    const key = keyInPath(request.url as string, '/v3/') ?? keyAtRoot(request, context)
    // Whether it can be answered is looked at again when its body was read.
    const isKnown = key !== undefined && copies.find(key)?.endpoint.view !== undefined
    if (!isKnown || request.method !== 'POST' || !isShort(request)) return passOn()
    if (bodyRefusal(request, BODY_MAX) !== undefined) return passOn()
    const { socket } = request
    readBody(request, { bytesMax: BODY_MAX, memory: memory.of(socket), turns }, (body) => {
      if (body === undefined) return refuser.answer(response, refusals.bodyTooLarge)
      const view = copies.find(key)?.endpoint.view
      const caller = view && connections.find(socket, key)
      if (view === undefined || caller === undefined) return passOn(body)
      if (!isAnsweredByBlocks(body, view)) return passOn(body)
      responderOf(view)(body, caller, request, response, (error) => {
        onInternalError(error)
        refuser.answer(response, refusals.failure)
      })
    })
  }
}

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= BODY_MAX
}

/** What answers requests from a view: the endpoint may have moved when a long one is answered. */
function respondersByView(
  { rpc, memory }: HandlerContext,
  dispatcher: MethodCaller,
): (view: CopiedView) => ReturnType<typeof createResponder> {
  let last: { view: CopiedView; respond: ReturnType<typeof createResponder> } | undefined
  return (view) => {
    if (last?.view === view) return last.respond
    const caller: MethodCaller = {
      moves: dispatcher.moves,
      call: (method, params, context) => dispatcher.call(method, params, { ...context, view }),
    }
    last = { view, respond: createResponder({ rpc: rpc.withDispatcher(caller), memory }) }
    return last.respond
  }
}
