import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback, isLoopbackName } from './loopback.ts'

interface OriginRuleOptions {
  /** the address or name that the server listens on */
  readonly host: string
  /** the origins of other pages that may change endpoints, such as `https://app.example` */
  readonly cors: readonly string[]
}

/** The header fields that reveal whether a web page has sent a request. */
type OriginHeaders = Pick<IncomingHttpHeaders, 'origin' | 'host'>

/** The page is a file, or in a sandboxed frame. Any page can be put into a frame, so such pages cannot be told apart. */
const NO_ORIGIN =
  'web pages without an origin (Origin: null), such as files, may not change endpoints: serve the page from http://localhost'

/** The most characters of a header that an error quotes. */
const QUOTED_MAX = 100

/**
 * Decides which requests may change endpoints, so that no web page can do so through the browser of a visitor: requests
 * of programs, of pages of this machine, and of pages of listed origins. A browser sends the header Origin with each POST
 * and each WebSocket handshake (Fetch; RFC 6455, 10.2), and no page can change it.
 */
export class OriginRule {
  readonly #checksHost: boolean
  readonly #origins: ReadonlySet<string>
  readonly #names: ReadonlySet<string>
  /** the Host of the last request that was admitted: most clients always send the same one */
  #lastHost: string | undefined

  constructor({ host, cors }: OriginRuleOptions) {
    // Under another address, the server has names that it cannot know.
    this.#checksHost = isLoopback(host)
    this.#origins = new Set(cors.map((origin) => originOf(new URL(origin))))
    this.#names = new Set(cors.map((origin) => new URL(origin).hostname))
  }

  /** Why a request may not change anything; undefined if it may. */
  problemOf(headers: OriginHeaders): string | undefined {
    const origin = originOfPage(headers)
    const { host } = headers
    if (origin !== undefined && !this.#admits(origin)) {
      if (!origin.includes('://')) return NO_ORIGIN
      const quoted = origin.slice(0, QUOTED_MAX)
      return `web pages of ${quoted} may not change endpoints or sign; --cors ORIGIN allows those of an origin`
    }
    if (!this.#checksHost || host === undefined || host === this.#lastHost) return undefined
    if (this.#isOwn(host)) {
      this.#lastHost = host
      return undefined
    }
    // A page can make its own name resolve to this machine (DNS rebinding), but not a loopback name.
    const quoted = host.slice(0, QUOTED_MAX)
    return `requests with the Host ${quoted} may not change endpoints or sign: use localhost or 127.0.0.1, or allow the name with --cors http://NAME`
  }

  #admits(origin: string): boolean {
    if (!URL.canParse(origin)) return false
    const page = new URL(origin)
    return isLoopbackName(page.hostname) || this.#origins.has(originOf(page))
  }

  #isOwn(host: string): boolean {
    const address = `http://${host}`
    if (!URL.canParse(address)) return false
    const { hostname } = new URL(address)
    return isLoopbackName(hostname) || this.#names.has(hostname)
  }
}

/** What a browser can send: `scheme://host`, `null`, or, after redirects, several of them (RFC 6454, 7.1). */
const OF_BROWSERS = /:\/\/|(?:^|[\s,])null(?:$|[\s,])/i

/**
 * The Origin of the web page that has sent a request; undefined if a program has. Some programs send an Origin that no
 * browser can send, such as their name.
 */
export function originOfPage({ origin }: Pick<OriginHeaders, 'origin'>): string | undefined {
  return origin !== undefined && OF_BROWSERS.test(origin) ? origin : undefined
}

/** Not `URL.origin`, which is `null` for the schemes of browser extensions. */
function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`
}
