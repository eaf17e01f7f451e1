import type { StateOverrides } from '../../chain/calls/overrides.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import { optional } from './arguments.ts'
import { address, big, bytes, decodeGo, fixedMap, map, mapped, struct, uint64 } from './goJson.ts'

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

export const overrideAccountMembers = overrideAccount.schema.properties ?? {}

/** @param type how Go's errors name the map */
const stateOverrideOf = (type: string) => map(type, address, overrideAccount)

const stateOverride = stateOverrideOf('override.StateOverride')

export const stateOverridesSchema: Schema = {
  description: 'Accounts that are different while the call runs, by address.',
  ...stateOverride.schema,
}

export const stateOverridesDecoder = mapped(stateOverride, toOverrides, ref('StateOverrides'))

/** Of the blocks of a simulation. */
export const simulatedOverridesDecoder = mapped(
  stateOverrideOf('map[common.Address]json.RawMessage'),
  toOverrides,
  ref('StateOverrides'),
)

/** The accounts that are different while a call runs, by their addresses, as geth takes them. */
export const stateOverrides = optional({
  name: 'stateOverrides',
  summary: 'Accounts that are different while the call runs; default: none.',
  schema: stateOverridesDecoder.schema,
  read: (value, index) => decodeGo(stateOverridesDecoder, value, index),
})

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
