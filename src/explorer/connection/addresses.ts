/** The addresses that belong to a page of the explorer. */
export interface Addresses {
  /** of the endpoint */
  readonly key: string
  /** the WebSocket address of the endpoint, which tells the server that its requests are those of the explorer */
  readonly socket: string
  /** the HTTP address of the endpoint, for requests that people copy */
  readonly http: string
  /** of the list of contracts */
  readonly contracts: string
  /** the control address of the endpoint */
  readonly control: string
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
  const base = `http${secure}://${page.host}${prefix}`
  return {
    key: decodeURIComponent(key),
    socket: `ws${secure}://${page.host}${prefix}/ws/v3/${key}?explorer`,
    http: `${base}/v3/${key}`,
    contracts: `${base}/contracts/${key}`,
    control: `${base}/control/${key}`,
  }
}
