import { ComputedStates } from '../chain/execution/computedStates.ts'
import type { ExecutedTransaction } from '../chain/execution/executedTransactions.ts'
import type { PrivateChain, PrivateChainOptions } from '../chain/private/privateChain.ts'
import { PrivateMemory } from '../chain/private/privateMemory.ts'
import type { WallClock } from '../endpoint/clock.ts'
import type { MinerOptions } from '../endpoint/miner.ts'
import { PoolStatistics } from '../endpoint/poolStatistics.ts'
import type { CallClient, CallRunner } from '../threads/calls/callRunner.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** What all endpoints of a server with `dev` share. */
export interface DevResources {
  readonly chains: PrivateChainOptions
  readonly miner: MinerOptions
  readonly wallClock: WallClock
}

/** How long the transactions of one block may run: several times what those of mainnet take at most. */
const RUN_MS_MAX = 20_000

/**
 * @param onExecuted is called with the transactions of each candidate for a block
 * @returns undefined without `dev`
 */
export function createDevResources(
  options: ResolvedServeOptions,
  calls: CallRunner,
  onExecuted: ((transactions: readonly ExecutedTransaction[]) => void) | undefined,
): DevResources | undefined {
  const { dev, automine, miningInterval, mixedMining, poolOrder, limits } = options
  if (!dev) return undefined
  return {
    chains: {
      computed: new ComputedStates(),
      memory: new PrivateMemory(limits.chainsBytes),
      hasTraffic: options.backgroundTraffic,
      async run(chain, parent, input) {
        const client = clientOf(chain)
        const executed = await calls.run(client, chain, parent, 'executeTransactions', input)
        onExecuted?.(executed.included)
        return executed
      },
    },
    miner: {
      pool: {
        countMax: limits.poolTransactions,
        bytesMax: limits.poolBytes,
        order: poolOrder,
      },
      statistics: new PoolStatistics(),
      // As in Anvil: blocks are mined in one of two ways, unless both are asked for.
      automine: automine && (mixedMining || miningInterval === undefined),
      interval: miningInterval,
    },
    wallClock: options.clock === 'wall' ? wallClockFrom(options.clockStart) : undefined,
  }
}

/** @param start in seconds since 1970: its time now; undefined for the true one */
function wallClockFrom(start: number | undefined): () => number {
  const ahead = start === undefined ? 0 : start * 1000 - Date.now()
  return () => Math.floor((Date.now() + ahead) / 1000)
}

/** Transactions of an endpoint take turns with those of others, and are aborted only when the server closes. */
function clientOf(connection: PrivateChain): CallClient {
  return { connection, isClosed: () => false, timeoutMs: RUN_MS_MAX }
}
