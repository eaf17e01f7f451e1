import type { BlockCalls } from '../../chain/calls/simulate/simulation.ts'
import { arrayOf, orNull } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { blockOverridesDecoder } from './blockOverrides.ts'
import { callDecoder } from './callObject.ts'
import { boolean, decodeGo, list, struct } from './goJson.ts'
import { stateOverridesDecoder } from './stateOverrides.ts'

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

/** ethapi.simBlock of geth. */
const simBlock = struct('ethapi.simBlock', {
  BlockOverrides: blockOverridesDecoder,
  StateOverrides: stateOverridesDecoder,
  Calls: list('[]ethapi.TransactionArgs', callDecoder),
})

/** ethapi.simOpts of geth. */
const simOpts = struct('ethapi.simOpts', {
  BlockStateCalls: list('[]ethapi.simBlock', simBlock),
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
