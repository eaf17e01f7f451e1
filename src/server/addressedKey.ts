import { isRootAddress, keyInPath } from './apiKey.ts'
import { beaconAddress } from './beacon/beaconAddress.ts'

const prefixes = ['/v3/', '/ws/v3/', '/control/', '/contracts/', '/explorer/']

/**
 * The key of the endpoint that a request is for.
 *
 * @param address the request target, with or without an origin
 * @param rootKey that is assumed for the root address, if any
 * @returns undefined for addresses that all endpoints share
 */
export function addressedKey(address: string, rootKey: string | undefined): string | undefined {
  for (const prefix of prefixes) {
    const key = keyInPath(address, prefix)
    if (key !== undefined) return key
  }
  if (isRootAddress(address)) return rootKey
  return beaconAddress(address, rootKey)?.key
}
