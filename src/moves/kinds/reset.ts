import * as v from 'valibot'
import { NOTHING_SENT } from '../../endpoint/endpointPool.ts'
import { boolean, nonEmptyString, object } from '../../primitives/input.ts'
import { forgetInstanceId } from '../instanceId.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { height } from '../parameters.ts'
import { nothing } from '../results.ts'

export interface Reset {
  /**
   * Returns to the head, time and finality with which the endpoint was created; by default it follows the chain again.
   * Snapshots and faults stay; what clients have sent is forgotten.
   *
   * With `dev`, a fork goes on from any block of its network, and every endpoint from a block of a network that `rpc` names:
   * then its chain is another one, and snapshots are forgotten.
   *
   * @param block number of another block of the chain's main branch, or of the network, which becomes the head
   * @param forgetsSnapshots whether all snapshots are forgotten, too, as `hardhat_reset` and `anvil_reset` do. Default false
   * @param rpc URL of a node, whose network is forked
   * @throws {EndpointMoveError} NO_SUCH_BLOCK; LAG_LOOP if it was created behind an endpoint that is now behind it
   * @throws {ForkError} if the network cannot be forked
   */
  reset(block?: number, forgetsSnapshots?: boolean, rpc?: string): Promise<void>
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

const network = {
  blockNumber: v.optional(height),
  jsonRpcUrl: v.optional(nonEmptyString),
}

const forking = v.optional(
  object(
    // Anvil accepts both formats.
    { forking: v.optional(object(network)), ...network, ...ignored },
    { internal: Object.keys(ignored) },
  ),
)

const blockOfFork = remoteCall(
  [
    {
      name: 'options',
      description:
        'May have the number of a block of this chain or of a forked network, and the URL of a node whose network is forked.',
      schema: forking,
      secret: ['jsonRpcUrl'],
    },
  ],
  (options) => {
    const { blockNumber, jsonRpcUrl } = { ...options, ...options?.forking }
    return [blockNumber, true, jsonRpcUrl]
  },
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
    {
      name: 'rpc',
      description: 'URL of a node, whose network is forked.',
      schema: v.optional(nonEmptyString),
      secret: 'all',
    },
  ],
  async run(endpoint, [block, forgetsSnapshots, rpc], { forks, signal }) {
    const chain = await forks?.open(endpoint, { block, rpc, signal })
    const reset = () =>
      chain === undefined
        ? endpoint.reset(block, forgetsSnapshots)
        : endpoint.reset(undefined, true)
    await (endpoint.miner?.restore(NOTHING_SENT, reset) ?? reset())
    if (chain !== undefined) await endpoint.goOnFrom(chain)
    await forks?.begin(endpoint)
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
