import type { Chain } from '../../chain/chain.ts'
import type { Block } from '../../chain/encoding/block.ts'
import type { ChainSpec } from '../../chain/spec/spec.ts'
import { createChain } from '../../createChain.ts'
import type { ScenarioControl, ScenarioStatus } from '../../rpc/control/scenarioControl.ts'
import { Gate } from '../../rpc/gate.ts'
import type { Player } from '../../scenario/player.ts'
import { type Server, serve } from '../../server/serve.ts'
import { version } from '../../version.ts'

/** After this many runs chains are created anew, because they keep the blocks of all side branches. */
const RUNS_MAX = 300

/** How many servers are kept. */
const CHAINS_MAX = 32

/** The chains of a scenario with a server, which plays one scenario at a time. */
export interface ServedScenario {
  /** by name */
  readonly chains: ReadonlyMap<string | undefined, Chain>
  readonly server: Server
  readonly gate: Gate
  /** blocks by chain id and hash, so that each is decoded once */
  readonly blocks: Map<string, Block>
  /** of the scenario that is being played */
  player: Player | undefined
}

/** The chains of a hunt with their servers, by their specs. A server has the chains of one scenario. */
export class ServedChains {
  readonly #chains = new Map<string, { readonly served: ServedScenario; runs: number }>()

  /**
   * Chains with these specs and seeds. The scenario that is being played on them must have ended.
   *
   * @param specs by name
   */
  async get(specs: ReadonlyMap<string | undefined, ChainSpec>): Promise<ServedScenario> {
    const key = JSON.stringify([...specs])
    const known = this.#chains.get(key)
    if (known !== undefined && known.runs++ < RUNS_MAX) return known.served
    await this.#close(key)
    const [oldest] = this.#chains.size >= CHAINS_MAX ? this.#chains.keys() : []
    if (oldest !== undefined) await this.#close(oldest)
    const served = await serveChains(specs)
    this.#chains.set(key, { served, runs: 1 })
    return served
  }

  async close(): Promise<void> {
    await Promise.all([...this.#chains.keys()].map((key) => this.#close(key)))
  }

  async #close(key: string): Promise<void> {
    const known = this.#chains.get(key)
    this.#chains.delete(key)
    await known?.served.server.close()
  }
}

async function serveChains(
  specs: ReadonlyMap<string | undefined, ChainSpec>,
): Promise<ServedScenario> {
  const chains = new Map<string | undefined, Chain>()
  for (const [name, spec] of specs) chains.set(name, await createChain(spec))
  const control = new CurrentScenario()
  const options = { port: 0, apiKeys: ['hunt'], explorer: true, methods: 'all' } as const
  const server = await serve([...chains.values()][0] as Chain, options, version, control)
  return Object.assign(control, { chains, server, blocks: new Map<string, Block>() })
}

/** Passes calls to the scenario that is being played. */
class CurrentScenario implements ScenarioControl {
  readonly gate = new Gate((call) => this.player?.count(call))
  player: Player | undefined

  status(): ScenarioStatus {
    const none = { steps: 0, played: 0, waitingFor: null, isFinished: true, failure: null }
    return this.player?.status() ?? none
  }
}
