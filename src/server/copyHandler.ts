import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CopiedView } from '../endpoint/copies/copiedView.ts'
import { isAnsweredByBlocks } from '../rpc/copies/answeredByBlocks.ts'
import type { MethodCaller } from '../rpc/dispatcher.ts'
import { keyInPath } from './apiKey.ts'
import type { CopySource, PassOn } from './copySource.ts'
import {
  bodyRefusal,
  ConnectionEndpoints,
  createResponder,
  type HandlerOptions,
  keyAtRoot,
} from './httpHandler.ts'
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

export interface CopyHandlerOptions extends Omit<HandlerOptions, 'endpoints' | 'gate'> {
  readonly copies: CopySource
}

/** A larger body is passed on unread. */
const BODY_MAX = 64 * 1024

/**
 * Creates the handler of `POST /v3/<API_KEY>` for endpoints of other processes. It answers what follows from their blocks,
 * where it knows these, and passes everything else on.
 */
export function createCopyHandler(options: CopyHandlerOptions): CopyHandler {
  const { copies, turns, memory, refuser, onInternalError } = options
  const connections = new ConnectionEndpoints({ ...options, endpoints: copies })
  const respond = createResponder()
  const optionsOf = withViews(options)
  return (request, response, passOn) => {
    const key = keyInPath(request.url as string, '/v3/') ?? keyAtRoot(request, options)
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
      respond(body, caller, optionsOf(view), request, response, (error) => {
        onInternalError(error)
        refuser.answer(response, refusals.failure)
      })
    })
  }
}

function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= BODY_MAX
}

/** The options for requests that are answered from a view: the endpoint may have moved when a long one is answered. */
function withViews(options: CopyHandlerOptions): (view: CopiedView) => CopyHandlerOptions {
  const { dispatcher } = options
  let last: { readonly view: CopiedView; readonly options: CopyHandlerOptions } | undefined
  return (view) => {
    if (last?.view === view) return last.options
    const caller: MethodCaller = {
      moves: dispatcher.moves,
      call: (access, runLong, method, params) =>
        dispatcher.call(access, runLong, method, params, undefined, view),
    }
    last = { view, options: { ...options, dispatcher: caller } }
    return last.options
  }
}
