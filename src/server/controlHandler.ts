import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { answerBody } from '../rpc/envelope.ts'
import { keyInPath } from './apiKey.ts'
import {
  bodyAlreadyRead,
  bodyRefusal,
  ConnectionEndpoints,
  type HandlerOptions,
  type HttpHandler,
} from './httpHandler.ts'
import { sendReply } from './httpReply.ts'
import { isLoopback } from './loopback.ts'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'
import { readBody } from './requestBody.ts'

export interface ControlHandlerOptions extends HandlerOptions {
  /** what clients have to present; undefined where anybody who can reach us may ask */
  readonly token: string | undefined
}

/**
 * Makes the handler of `POST /control/<API_KEY>`, which moves endpoints; other paths are left to `next`. It is not for
 * web pages: a page that somebody happens to look at must not reach it through his browser.
 *
 * Where there is a gate, what comes here passes it as a step of a scenario does: alone, and counted by no wait, for it is
 * the hand of the test's author and not the client that is tested.
 */
export function createControlHandler(options: ControlHandlerOptions): HttpHandler {
  const { refuser, requestBytesMax, token, gate } = options
  const connectionEndpoints = new ConnectionEndpoints(options)
  const isAdmitted = tokenCheck(token)
  return (request, response, next) => {
    const key = keyInPath(request.url as string, '/control/')
    if (key === undefined) return next()
    const refuse = (refusal: Refusal): void => {
      refuser.answer(response, refusals.hiddenFromPages(refusal))
    }
    if (isForeign(request.headers, token !== undefined)) return refuse(refusals.foreignOrigin)
    if (!isAdmitted(request.headers.authorization)) return refuse(refusals.wrongToken)
    const caller = connectionEndpoints.find(request.socket, key)
    if (caller === undefined) return refuse(refusals.unknownKey)
    if (request.method !== 'POST') return refuse(refusals.wrongControlVerb)
    const unreadable = bodyRefusal(request, requestBytesMax)
    if (unreadable !== undefined) return refuse(unreadable)
    if (request.readableEnded) return next(bodyAlreadyRead())
    readBody(request, requestBytesMax, caller.memory, (body) => {
      if (body === undefined) return refuse(refusals.bodyTooLarge)
      const answer = async () => answerBody(body, caller, options)
      const replied = gate === undefined ? answer() : gate.alone(answer)
      replied.then((reply) => sendReply(request, response, reply, [])).catch(next)
    })
  }
}

/**
 * Whether a request comes from a web page of another origin: browsers say so with each POST (Fetch, Origin header).
 *
 * @param hasToken whether a page has to know something to be let in
 */
function isForeign({ origin, host = '' }: IncomingHttpHeaders, hasToken: boolean): boolean {
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const page = new URL(origin)
  if (page.host !== host.toLowerCase()) return true
  // Somebody else's name can be made to lead here (DNS rebinding); those of this machine cannot.
  return !hasToken && !isLoopback(page.hostname)
}

/** Makes the check of an Authorization header (RFC 6750, 2.1), whose time tells nothing of the token. */
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
