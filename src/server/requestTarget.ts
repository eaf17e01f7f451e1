/** The part before the path in a request to a proxy (RFC 9112, 3.2.2). */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i

/** A request target as the path and the query, without an origin. */
export function withoutOrigin(target: string): string {
  return target.startsWith('/') ? target : target.replace(origin, '')
}

/**
 * A request target as a path that Express reads without `url.parse`, which Node has deprecated (DEP0169): without an origin
 * and a fragment.
 */
export function plainTarget(target: string): string {
  const path = withoutOrigin(target).replace(/#.*$/s, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** The query of a request target. */
export function queryOf(target: string): URLSearchParams {
  const at = target.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : target.slice(at))
}
