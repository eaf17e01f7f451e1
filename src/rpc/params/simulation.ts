import type { BlockCalls } from '../../chain/calls/simulate/simulation.ts'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { fromHex } from '../../primitives/hex.ts'
import { arrayOf, orNull } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { blockOverrideMembers, blockOverridesDecoder } from './blockOverrides.ts'
import { callDecoder } from './callObject.ts'
import {
  boolean,
  decodeGo,
  decoder,
  type GoDecoder,
  list,
  requireKnownMembers,
  struct,
  unmarshaled,
} from './goJson.ts'
import { overrideAccountMembers, simulatedOverridesDecoder } from './stateOverrides.ts'

/** What `eth_simulateV1` is to simulate, and what its result is to contain. */
export interface SimulationOptions {
  readonly blocks: readonly BlockCalls[]
  /** whether transfers of ether produce logs */
  readonly traceTransfers: boolean
  /** whether nonces and base fees are checked */
  readonly validation: boolean
  /** whether the result has transactions as objects, not as hashes */
  readonly returnFullTransactions: boolean
}

/** Elsewhere geth ignores members that it does not know. */
const strictBlockOverrides = checkedFirst(blockOverridesDecoder, (value) =>
  requireKnownMembers(value, blockOverrideMembers, 'block override'),
)
const strictStateOverrides = checkedFirst(simulatedOverridesDecoder, (value) => {
  for (const [at, account] of Object.entries(value ?? {})) {
    const address = /^0x[0-9a-f]{40}$/i.test(at) ? checksumAddress(fromHex(at)) : at
    requireKnownMembers(account, overrideAccountMembers, `state override for ${address}`)
  }
})

function checkedFirst<T>(from: GoDecoder<T>, check: (value: unknown) => void): GoDecoder<T> {
  const read = (...[value, state]: Parameters<GoDecoder<T>>): T => {
    check(value)
    return from(value, state)
  }
  return decoder(from.schema, read, from.acceptsNull)
}

/** As Go writes the type of a block, which has no name. */
const SIM_BLOCK =
  'struct { BlockOverrides json.RawMessage; StateOverrides map[common.Address]json.RawMessage; Calls []ethapi.TransactionArgs }'

const simBlock = struct(
  SIM_BLOCK,
  {
    BlockOverrides: strictBlockOverrides,
    StateOverrides: strictStateOverrides,
    Calls: list('[]ethapi.TransactionArgs', callDecoder),
  },
  {},
  ['BlockOverrides'],
)

/** ethapi.simOpts of geth. */
const simOpts = struct('ethapi.simOpts', {
  BlockStateCalls: list('[]ethapi.simBlock', unmarshaled(simBlock)),
  TraceTransfers: boolean,
  Validation: boolean,
  ReturnFullTransactions: boolean,
})

/**
 * Reads the options of `eth_simulateV1` (execution-apis, EthSimulatePayload), as geth takes them.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readSimulation(value: unknown, index: number): SimulationOptions {
  const options = decodeGo(simOpts, value, index)
  return {
    blocks: (options.BlockStateCalls ?? []).map(({ BlockOverrides, StateOverrides, Calls }) => ({
      blockOverrides: BlockOverrides ?? {},
      stateOverrides: StateOverrides ?? [],
      calls: Calls ?? [],
    })),
    traceTransfers: options.TraceTransfers ?? false,
    validation: options.Validation ?? false,
    returnFullTransactions: options.ReturnFullTransactions ?? false,
  }
}

export const simulation: Parameter<SimulationOptions> = {
  name: 'simulation',
  summary:
    'The blocks: their calls, and what is different in them. At most 256 blocks, including those that fill the gaps between their numbers, and 10,000 calls.',
  schema: {
    ...simOpts.schema,
    required: ['blockStateCalls'],
    properties: {
      ...simOpts.schema.properties,
      blockStateCalls: { ...arrayOf(orNull(simBlock.schema)), minItems: 1, maxItems: 256 },
    },
  },
  read: readSimulation,
}
