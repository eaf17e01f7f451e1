import { withoutOrigin } from '../requestTarget.ts'

/** Of a request to the beacon API. */
export interface BeaconAddress {
  readonly key: string
  /** as the beacon API has it, without `/eth/v1/` */
  readonly path: string
}

const atKey = /^\/beacon\/([^/]*)\/eth\/v1\/([^?]*)/
const atRoot = /^\/eth\/v1\/([^?]*)/

/**
 * The parts of an address of the beacon API: `/beacon/<API_KEY>/eth/v1/…`, or `/eth/v1/…` where a key is assumed for the
 * root address.
 *
 * @param target of a request, with or without an origin
 * @param rootKey that is assumed for the root address, if any
 */
export function beaconAddress(
  target: string,
  rootKey: string | undefined,
): BeaconAddress | undefined {
  const address = withoutOrigin(target)
  const [, key, path] = atKey.exec(address) ?? []
  if (key !== undefined && path !== undefined) return { key, path: withoutSlash(path) }
  const [, rootPath] = atRoot.exec(address) ?? []
  if (rootPath === undefined || rootKey === undefined) return undefined
  return { key: rootKey, path: withoutSlash(rootPath) }
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
