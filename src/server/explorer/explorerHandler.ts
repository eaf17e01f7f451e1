import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRootAddress, keyInPath } from '../apiKey.ts'
import { ConnectionCallers } from '../connectionCallers.ts'
import { acceptsGzip } from '../gzip.ts'
import type { HandlerContext } from '../handlerContext.ts'
import type { HttpHandler } from '../httpHandler.ts'
import * as refusals from '../refusals.ts'
import { dropBody } from '../requestBody.ts'
import { withoutOrigin } from '../requestTarget.ts'
import type { ExplorerFile, ExplorerFiles } from './explorerFiles.ts'

const PREFIX = '/explorer/'
const ASSETS = '/explorer/assets/'

/** A host with a port, as it may stand in a policy. */
const plainHost = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/**
 * Creates the handler of the explorer: its page at `GET /explorer/<API_KEY>`, and the files that the page loads, which
 * need no key. It leads browsers that know only the server to a page, and passes other paths to `next`. The files are read
 * at the first request.
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
    const page = pageFor(request, context)
    if (page !== undefined) {
      if (!request.complete) dropBody(request, turns)
      return redirect(response, 302, page)
    }
    if (/^\/explorer(?:\?|$)/.test(url)) return refuser.answer(response, refusals.explorerNeedsKey)
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
      return redirect(response, 308, `../${key}`)
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

/** What the browsers of people accept for a page, and programs do not: some of those accept `text/html`, too. */
const OF_BROWSERS = /^text\/html,\s*application\/xhtml\+xml/i

/**
 * The address, relative to that of the request, of the page to which a request for `/` or `/explorer` is led; undefined
 * for all others. `GET /` of a program gets JSON.
 */
function pageFor(
  { method, url, headers }: IncomingMessage,
  { pageKey }: HandlerContext,
): string | undefined {
  if (pageKey === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  const path = withoutOrigin(url as string).replace(/\?.*$/s, '')
  if (path === PREFIX) return pageKey
  const isHome = isRootAddress(path) && OF_BROWSERS.test(headers.accept ?? '')
  return isHome || `${path}/` === PREFIX ? `explorer/${pageKey}` : undefined
}

/** @param address relative to that of the request: the server may be behind a proxy, under another path */
function redirect(response: ServerResponse, status: 302 | 308, address: string): void {
  const headers = { Location: address, 'Content-Length': '0' }
  // The answer at the root address depends on the browser.
  if (status === 302) Object.assign(headers, { 'Cache-Control': 'no-store', Vary: 'Accept' })
  response.writeHead(status, headers).end()
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
