import type { Chain } from '../../chain/chain.ts'
import type { Block } from '../../chain/encoding/block.ts'
import type { ChainSpec } from '../../chain/spec/spec.ts'
import type { ScenarioControl, ScenarioStatus } from '../../rpc/control/scenarioControl.ts'
import { Gate } from '../../rpc/gate.ts'
import type { Player } from '../../scenario/player.ts'
import { type Server, serve } from '../../server/serve.ts'
import { version } from '../../version.ts'
import { ChainCache } from './chainCache.ts'

/** How many decoded blocks are kept. */
const BLOCKS_MAX = 10_000

/** The chains of a scenario with a server, which plays one scenario at a time. */
export interface ServedScenario {
  /** by name */
  readonly chains: ReadonlyMap<string | undefined, Chain>
  readonly server: Server
  /** what the server does between calls */
  readonly control: CurrentScenario
  /** blocks by chain id and hash, so that each is decoded once */
  readonly blocks: Map<string, Block>
}

/** A server for one scenario after another, each of whose endpoints names its chain. */
export class ServedChains {
  readonly #cache: ChainCache
  readonly #control = new CurrentScenario()
  readonly #blocks = new Map<string, Block>()
  #server: Server | undefined

  /** @param cache by default its own */
  constructor(cache = new ChainCache()) {
    this.#cache = cache
  }

  /**
   * Chains with these specs and seeds. The scenario that is being played must have ended.
   *
   * @param specs by name
   */
  async get(specs: ReadonlyMap<string | undefined, ChainSpec>): Promise<ServedScenario> {
    const chains = new Map<string | undefined, Chain>()
    for (const [name, spec] of specs) chains.set(name, await this.#cache.get(spec))
    if (this.#server === undefined) {
      const [first] = chains.values()
      const options = { port: 0, apiKeys: ['hunt'], explorer: true, methods: 'all' } as const
      this.#server = await serve(first as Chain, options, version, this.#control)
    }
    if (this.#blocks.size > BLOCKS_MAX) this.#blocks.clear()
    return { chains, server: this.#server, control: this.#control, blocks: this.#blocks }
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }
}

/** Passes calls to the scenario that is being played. */
class CurrentScenario implements ScenarioControl {
  readonly gate = new Gate((call) => this.player?.count(call))
  /** of the scenario that is being played */
  player: Player | undefined

  status(): ScenarioStatus {
    const none = { steps: 0, played: 0, waitingFor: null, isFinished: true, failure: null }
    return this.player?.status() ?? none
  }
}
