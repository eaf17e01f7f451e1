import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../rpc/caller.ts'
import type { Answered, AnsweredLong } from '../rpc/rpcService.ts'
import { isRootAddress, keyInPath } from './apiKey.ts'
import { bodyAlreadyRead, bodyRefusal } from './bodyRefusal.ts'
import { ConnectionCallers } from './connectionCallers.ts'
import { EndOfRound } from './endOfRound.ts'
import { deliverHttp } from './faults/deliverHttp.ts'
import type { HandlerContext } from './handlerContext.ts'
import * as refusals from './refusals.ts'
import { readBody } from './requestBody.ts'
import { send } from './send.ts'
import { sendPreflight } from './sendPreflight.ts'

/** A request handler as Express and Connect mount it; with a `next` it serves node:http, too. */
export type HttpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Creates the handler of `POST /v3/<API_KEY>`, and of `POST /` where a key is assumed for it. Passes everything else to
 * `next`. It runs before Express, because routing through Express takes several times as long as answering. Applications
 * have to mount it before any body parser.
 */
export function createHttpHandler(context: HandlerContext): HttpHandler {
  const { refuser, turns } = context
  const { requestBytes: bytesMax } = context.limits
  const callers = new ConnectionCallers(context)
  const respond = createResponder(context)
  return (request, response, next) => {
    const keyGiven = keyInPath(request.url as string, '/v3/')
    const key = keyGiven ?? keyAtRoot(request, context)
    if (key === undefined) return next()
    if (request.method === 'OPTIONS') return sendPreflight(request, response, 'POST')
    const caller = callers.of(request.socket, key)
    if (caller === undefined) {
      // The owner has closed the endpoint of the root address.
      if (keyGiven === undefined) return next()
      return refuser.answer(response, refusals.unknownKey)
    }
    if (request.method !== 'POST') return refuser.answer(response, refusals.wrongVerb)
    const refusal = bodyRefusal(request, bytesMax)
    if (refusal !== undefined) return refuser.answer(response, refusal)
    if (request.readableEnded) return next(bodyAlreadyRead())
    readBody(request, { bytesMax, memory: caller.memory, turns }, (body) => {
      if (body === undefined) refuser.answer(response, refusals.bodyTooLarge)
      else respond(body, caller, request, response, next)
    })
  }
}

/** Answers a body that was read. */
type Responder = (
  body: Uint8Array,
  caller: Caller,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void,
) => void

/** The responses of each round of the event loop are sent together. */
function createResponder({ rpc, memory }: HandlerContext): Responder {
  const endOfRound = new EndOfRound()
  return (body, caller, request, response, fail) => {
    const deliver = ({ reply, delivery }: Answered | AnsweredLong): Promise<void> | undefined => {
      if (delivery === undefined) return send(request, response, reply, memory, caller.endpoint)
      deliverHttp(response, delivery, reply)
      return undefined
    }
    // Before the call is answered, so that waits for this call end after its response is sent.
    endOfRound.schedule()
    const answered = rpc.answer(body, caller)
    if (answered instanceof Promise) answered.then(deliver).catch(fail)
    else endOfRound.add(() => void deliver(answered)?.catch(fail))
  }
}

/** The key of a request to the root address; undefined for every other request, that for the page at `/` included. */
function keyAtRoot(
  { method, url }: IncomingMessage,
  { rootKey }: HandlerContext,
): string | undefined {
  const isRpc = method === 'POST' || method === 'OPTIONS'
  return isRpc && rootKey !== undefined && isRootAddress(url as string) ? rootKey : undefined
}
