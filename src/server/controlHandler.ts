import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { RpcService } from '../rpc/rpcService.ts'
import { keyInPath } from './apiKey.ts'
import { bodyAlreadyRead, bodyRefusal } from './bodyRefusal.ts'
import { ConnectionCallers } from './connectionCallers.ts'
import type { HandlerContext } from './handlerContext.ts'
import type { HttpHandler } from './httpHandler.ts'
import { jsonContent } from './httpHeaders.ts'
import { sendReply } from './httpReply.ts'
import { originOfPage } from './originRule.ts'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'
import { readBody } from './requestBody.ts'

/**
 * Creates the handler of `POST /control/<API_KEY>`, which moves endpoints; it passes other paths to `next`. It refuses
 * web pages, so that no page can reach it through the browser of a visitor.
 * Its requests do not count as received, because they are sent by the author of the test and not by the client under
 * test.
 *
 * @param rpc answers its requests
 * @param token that clients must present; undefined where every client that can connect is admitted
 */
export function createControlHandler(
  context: HandlerContext,
  rpc: RpcService,
  token: string | undefined,
): HttpHandler {
  const { refuser, turns, originRule } = context
  const { requestBytes: bytesMax } = context.limits
  const callers = new ConnectionCallers(context)
  const isAdmitted = tokenCheck(token)
  return (request, response, next) => {
    const key = keyInPath(request.url as string, '/control/')
    if (key === undefined) return next()
    const refuse = (refusal: Refusal): void => {
      refuser.answer(response, refusals.hiddenFromPages(refusal))
    }
    if (isOfOtherPage(request.headers)) return refuse(refusals.foreignOrigin)
    // A page does not know the token.
    const problem = token === undefined ? originRule.problemOf(request.headers) : undefined
    if (problem !== undefined) return refuse(refusals.foreignRequest(problem))
    if (!isAdmitted(request.headers.authorization)) return refuse(refusals.wrongToken)
    const caller = callers.of(request.socket, key)
    if (caller === undefined) return refuse(refusals.unknownKey)
    if (request.method !== 'POST') return refuse(refusals.wrongControlVerb)
    const unreadable = bodyRefusal(request, bytesMax)
    if (unreadable !== undefined) return refuse(unreadable)
    if (request.readableEnded) return next(bodyAlreadyRead())
    readBody(request, { bytesMax, memory: caller.memory, turns }, (body) => {
      if (body === undefined) return refuse(refusals.bodyTooLarge)
      const answer = async () => rpc.answer(body, caller)
      answer()
        .then(({ reply }) => sendReply(request, response, reply, jsonContent))
        .catch(next)
    })
  }
}

/** Whether a request comes from a web page of another origin, even one that may change endpoints with `dev`. */
function isOfOtherPage(headers: IncomingHttpHeaders): boolean {
  const origin = originOfPage(headers)
  const { host = '' } = headers
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()
}

/**
 * Creates the check of an Authorization header (RFC 6750, 2.1). It takes the same time whatever part of the token is
 * right.
 */
function tokenCheck(token: string | undefined): (header: string | undefined) => boolean {
  if (token === undefined) return () => true
  const wanted = digest(token)
  return (header = '') => {
    const [, presented = ''] = /^Bearer +(\S+) *$/i.exec(header) ?? []
    return timingSafeEqual(digest(presented), wanted)
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
