import * as v from 'valibot'
import { NOTHING_SENT } from '../../endpoint/endpointPool.ts'
import { boolean, object } from '../../primitives/input.ts'
import { forgetInstanceId } from '../instanceId.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { height } from '../parameters.ts'
import { nothing } from '../results.ts'

export interface Reset {
  /**
   * Returns to the head, time and finality with which the endpoint was created; by default it follows the chain again.
   * Snapshots and faults stay; what clients have sent is forgotten.
   *
   * @param block number of another block of the chain's main branch, which becomes the head
   * @param forgetsSnapshots whether all snapshots are forgotten, too, as `hardhat_reset` and `anvil_reset` do. Default false
   * @throws {EndpointMoveError} NO_SUCH_BLOCK; LAG_LOOP if it was created behind an endpoint that is now behind it
   */
  reset(block?: number, forgetsSnapshots?: boolean): Promise<void>
}

export interface ResetSteps {
  /** Returns to the time and finality at the beginning, and to a block of the chain's main branch, by its number. */
  readonly reset: number
}

/** Fields of Hardhat's configuration that tools send, too. They have no effect, as in Hardhat. */
const ignored = Object.fromEntries(
  [
    'accounts',
    'allowBlocksWithSameTimestamp',
    'allowUnlimitedContractSize',
    'blockGasLimit',
    'chainId',
    'enableRip7212',
    'enableTransientStorage',
    'gas',
    'gasMultiplier',
    'gasPrice',
    'hardfork',
    'initialBaseFeePerGas',
    'initialDate',
    'loggingEnabled',
    'minGasPrice',
    'mining',
    'networkId',
    'throwOnCallFailures',
    'throwOnTransactionFailures',
  ].map((name) => [name, v.optional(v.unknown())]),
)

const forking = v.optional(
  object(
    {
      forking: v.optional(
        object({
          blockNumber: v.optional(height),
          jsonRpcUrl: v.optional(v.null('the network to fork is set at start, by --fork-url')),
        }),
      ),
      ...ignored,
    },
    { internal: Object.keys(ignored) },
  ),
)

const blockOfFork = remoteCall(
  [
    {
      name: 'options',
      description: 'May have the number of a block of this chain, which becomes the head.',
      schema: forking,
    },
  ],
  (options) => [options?.forking?.blockNumber, true],
)

export const reset: MoveOf<Reset, ResetSteps> = {
  name: 'reset',
  effect: 'resets',
  group: 'Blocks',
  summary: 'Returns to the head, time and finality with which the endpoint was created.',
  parameters: [
    { name: 'block', description: 'Another head.', schema: v.optional(height) },
    {
      name: 'forgetsSnapshots',
      description: 'Whether all snapshots are forgotten, too. Default: false.',
      schema: v.optional(boolean),
    },
  ],
  async run(endpoint, [block, forgetsSnapshots]) {
    const reset = () => endpoint.reset(block, forgetsSnapshots)
    await (endpoint.miner?.restore(NOTHING_SENT, reset) ?? reset())
    forgetInstanceId(endpoint)
  },
  result: nothing,
  aliases: [
    {
      names: ['anvil_reset', 'ganache_reset', 'evm_reset'],
      summary: 'Returns to the initial head, time and finality, as in Anvil and eth-tester.',
      ...blockOfFork,
      result: nothing,
    },
    {
      names: ['hardhat_reset'],
      summary: 'Returns to the initial head, time and finality, as in Hardhat.',
      ...blockOfFork,
      result: { name: 'isDone', schema: v.literal(true), from: () => true },
    },
  ],
  steps: {
    reset: {
      summary:
        'Returns to the initial time and finality, and to a block of the chain by its number.',
      takes: 'firstArgument',
      schema: height,
    },
  },
  // The number is missing if the endpoint then follows another one, to which no step leads.
  toStep: (_, number) => (number === undefined ? undefined : { reset: number as number }),
  journal: {
    keep: ({ number }, isFollowing) => (isFollowing ? undefined : number),
    undoes: {
      effects: new Set(['mines', 'movesHead', 'altersState', 'setsNextBlock', 'saves', 'resets']),
      unlessMade: ([, forgetsSnapshots]) =>
        forgetsSnapshots === true ? ['sends', 'follows'] : ['sends', 'follows', 'saves'],
    },
  },
}
