import type { Endpoint } from '../endpoint/endpoint.ts'
import { type Hex, toHex } from '../primitives/hex.ts'

const ids = new WeakMap<Endpoint, Hex>()

/** 32 random bytes that only this run of an endpoint has. Plugins use it as the key of what they cache about a chain. */
export function instanceIdOf(endpoint: Endpoint): Hex {
  let id = ids.get(endpoint)
  if (id === undefined) {
    id = toHex(crypto.getRandomValues(new Uint8Array(32)))
    ids.set(endpoint, id)
  }
  return id
}

/** As in Hardhat, a reset begins another run. */
export function forgetInstanceId(endpoint: Endpoint): void {
  ids.delete(endpoint)
}
