import * as v from 'valibot'
import { withoutOrigin } from './requestTarget.ts'

const wellFormed = /^[A-Za-z0-9_.-]{1,128}$/

const problem = 'an API key is 1 to 128 letters, digits, "_", "." and "-"'

/** An API key as it is given; errors do not repeat it, since it may be a secret with a typing error. */
export const apiKeyInput = v.pipe(v.string(problem), v.regex(wellFormed, problem))

/**
 * Whether a text can be an API key: 1 to 128 letters, digits, `_`, `.` and `-`. None of these is ever escaped in a URL, so
 * each key has one spelling, and a path with `%` names no key.
 */
export function isWellFormedKey(key: string): boolean {
  return wellFormed.test(key)
}

/** Whether the URL of a request is that of the server itself, with or without an origin and a query. */
export function isRootAddress(address: string): boolean {
  return /^\/?(?:\?|$)/.test(withoutOrigin(address))
}

/**
 * The key in the URL of a request. A query and a trailing slash are ignored, because users configure and join base URLs by
 * hand.
 *
 * @param address the request target, with or without an origin
 * @param prefix of the transport, `/v3/` or `/ws/v3/`
 * @returns the last segment of the path, well-formed or not; undefined for any other path
 */
export function keyInPath(address: string, prefix: string): string | undefined {
  const path = withoutOrigin(address)
  if (!path.startsWith(prefix)) return undefined
  const query = path.indexOf('?')
  const key = path.slice(prefix.length, query === -1 ? undefined : query)
  const slash = key.indexOf('/')
  if (slash === -1) return key
  return slash === key.length - 1 ? key.slice(0, -1) : undefined
}
