import type { IncomingMessage, ServerResponse } from 'node:http'
import { keyInPath } from '../apiKey.ts'
import { acceptsGzip } from '../gzip.ts'
import type { HandlerContext } from '../handlerContext.ts'
import { ConnectionCallers, type HttpHandler } from '../httpHandler.ts'
import * as refusals from '../refusals.ts'
import { dropBody } from '../requestBody.ts'
import type { ExplorerFile, ExplorerFiles } from './explorerFiles.ts'

const PREFIX = '/explorer/'
const ASSETS = '/explorer/assets/'

/** A host with a port, as it may stand in a policy. */
const plainHost = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/**
 * Creates the handler of the explorer: its page at `GET /explorer/<API_KEY>`, and the files that the page loads, which
 * need no key. It passes other paths to `next`. The files are read at the first request.
 */
export function createExplorerHandler(context: HandlerContext): HttpHandler {
  const { refuser, turns } = context
  const callers = new ConnectionCallers(context)
  let loading: Promise<ExplorerFiles | undefined> | undefined
  const load = () => {
    loading ??= import('./explorerFiles.ts').then(({ readExplorerFiles }) => readExplorerFiles())
    // The page may be built while the server is running.
    const forget = () => {
      loading = undefined
    }
    loading.then((files) => files ?? forget(), forget)
    return loading
  }
  return (request, response, next) => {
    const url = request.url as string
    const asset = keyInPath(url, ASSETS)
    const key = keyInPath(url, PREFIX)
    if (key === undefined && asset === undefined) return next()
    const isKnown = asset !== undefined || callers.of(request.socket, key as string)
    if (!isKnown) return refuser.answer(response, refusals.unknownKey)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuser.answer(response, refusals.wrongExplorerVerb)
    }
    if (!request.complete) dropBody(request, turns)
    if (asset === undefined && /^[^?]*\/(?:\?|$)/.test(url)) {
      // The page loads its files by addresses that are relative to its own.
      response.writeHead(308, { Location: `../${key}`, 'Content-Length': '0' }).end()
      return
    }
    load()
      .then((files) => {
        if (files === undefined) return refuser.answer(response, refusals.notBuilt)
        const file = asset === undefined ? files.page : files.assets.get(asset)
        if (file === undefined) return refuser.answer(response, refusals.unknownPath)
        send(request, response, file, asset === undefined ? pageHeaders(request) : assetHeaders)
      })
      .catch(next)
  }
}

/** Neither page nor files may be taken for another type, or be embedded by pages of other origins. */
const shared = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const assetHeaders = { ...shared, 'Cache-Control': 'public, max-age=31536000, immutable' }

/** The address contains the key, so the page must not reveal it, and no foreign code may run in the page. */
function pageHeaders({
  headers: { host = '' },
}: IncomingMessage): Readonly<Record<string, string>> {
  // Older browsers do not count WebSockets as 'self'.
  const sockets = plainHost.test(host) ? ` ws://${host} wss://${host}` : ''
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return {
    ...shared,
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  }
}

function send(
  { method, headers: { 'accept-encoding': accepted } }: IncomingMessage,
  response: ServerResponse,
  { type, bytes, gzipped }: ExplorerFile,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent) return
  const body = gzipped !== undefined && acceptsGzip(accepted) ? gzipped : bytes
  response.writeHead(200, {
    ...headers,
    'Content-Type': type,
    'Content-Length': String(body.length),
    ...(gzipped !== undefined && { Vary: 'Accept-Encoding' }),
    ...(body === gzipped && { 'Content-Encoding': 'gzip' }),
  })
  response.end(method === 'HEAD' ? undefined : body)
}
