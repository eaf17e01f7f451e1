import type { StateOverrides } from '../../chain/calls/overrides.ts'
import { address, big, bytes, decodeGo, fixedMap, map, struct, uint64 } from './goJson.ts'

const slots = fixedMap('map[common.Hash]common.Hash', 'common.Hash', 32)

/** override.OverrideAccount of geth. */
const overrideAccount = struct('override.OverrideAccount', {
  nonce: uint64,
  code: bytes,
  balance: big,
  state: slots,
  stateDiff: slots,
  movePrecompileToAddress: address,
})

const stateOverride = map('override.StateOverride', address, overrideAccount)

/**
 * Reads the accounts that are different while a call runs, by their addresses, as geth takes them.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function stateOverrides(value: unknown, index: number): StateOverrides {
  return toOverrides(decodeGo(stateOverride, value, index))
}

/** The decoder of overrides in another argument. */
export const stateOverridesDecoder = (...of: Parameters<typeof stateOverride>): StateOverrides =>
  toOverrides(stateOverride(...of))

function toOverrides(entries: ReturnType<typeof stateOverride>): StateOverrides {
  // The last of several entries for one address counts, whatever the case of its letters.
  const byAddress = new Map(
    (entries ?? []).map(([at, { movePrecompileToAddress, ...account }]) => [
      at.toString(),
      { address: at, ...account, movePrecompileTo: movePrecompileToAddress },
    ]),
  )
  return [...byAddress.values()]
}
