/** The addresses that belong to a page of the explorer. */
export interface Addresses {
  /** of the endpoint */
  readonly key: string
  /** the WebSocket address of the endpoint */
  readonly socket: string
  /** the HTTP address of the endpoint, for requests that people copy */
  readonly http: string
}

/**
 * Finds the addresses of the endpoint from the page's own, `…/explorer/<API_KEY>`. What is before `/explorer` stays, so
 * that the page works behind a proxy that adds a path.
 *
 * @throws {Error} if the address has no key
 */
export function addressesOf(page: {
  readonly protocol: string
  readonly host: string
  readonly pathname: string
}): Addresses {
  const [, prefix, key] = /^(.*)\/explorer\/([^/]+)\/?$/.exec(page.pathname) ?? []
  if (prefix === undefined || key === undefined) {
    throw new Error(`the address of the explorer is /explorer/<API_KEY>, not ${page.pathname}`)
  }
  const secure = page.protocol === 'https:' ? 's' : ''
  return {
    key: decodeURIComponent(key),
    socket: `ws${secure}://${page.host}${prefix}/ws/v3/${key}`,
    http: `http${secure}://${page.host}${prefix}/v3/${key}`,
  }
}
