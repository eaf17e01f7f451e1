import type { Chain } from '../../chain/chain.ts'
import type { Block } from '../../chain/encoding/block.ts'
import type { ChainSpec } from '../../chain/spec/spec.ts'
import { createChain } from '../../createChain.ts'
import type { ScenarioControl, ScenarioStatus } from '../../rpc/control/scenarioControl.ts'
import { Gate } from '../../rpc/gate.ts'
import type { Player } from '../../scenario/player.ts'
import { type Server, serve } from '../../server/serve.ts'
import { version } from '../../version.ts'

/** A chain is created anew after so many runs, because blocks of side branches stay with it. */
const RUNS_MAX = 300

/** How many chains are kept. */
const CHAINS_MAX = 12

/** A chain on a server of its own, with the scenario that is being played there. */
export interface Ground extends Place {
  player: Player | undefined
}

interface Place {
  readonly chain: Chain
  readonly server: Server
  readonly gate: Gate
  /** blocks of its runs by hash, so that each is decoded once */
  readonly blocks: Map<string, Block>
  runs: number
}

/** The servers of a hunt: one for each chain, on which one scenario is played after the other. */
export class Arena {
  readonly #grounds = new Map<string, Promise<Ground>>()

  /** A chain with this spec and seed on its server. */
  async ground(spec: ChainSpec): Promise<Ground> {
    const key = JSON.stringify(spec)
    const known = await this.#grounds.get(key)
    if (known !== undefined && known.runs++ < RUNS_MAX) return known
    this.#grounds.delete(key)
    await known?.server.close()
    const [oldest] = this.#grounds.size >= CHAINS_MAX ? this.#grounds : []
    if (oldest !== undefined) {
      this.#grounds.delete(oldest[0])
      await (await oldest[1]).server.close()
    }
    const created = open(spec)
    this.#grounds.set(key, created)
    return created
  }

  async close(): Promise<void> {
    const grounds = await Promise.all(this.#grounds.values())
    this.#grounds.clear()
    await Promise.all(grounds.map(({ server }) => server.close()))
  }
}

async function open(spec: ChainSpec): Promise<Ground> {
  const chain = await createChain(spec)
  const control = new GroundControl()
  const options = { port: 0, apiKeys: ['ground'], explorer: true, methods: 'all' } as const
  const server = await serve(chain, options, version, control)
  return Object.assign(control, { chain, server, blocks: new Map<string, Block>(), runs: 1 })
}

/** Passes calls to the scenario that is being played. */
class GroundControl implements ScenarioControl {
  readonly gate = new Gate((call) => this.player?.count(call))
  player: Player | undefined

  status(): ScenarioStatus {
    const none = { steps: 0, played: 0, waitingFor: null, isFinished: true, failure: null }
    return this.player?.status() ?? none
  }
}
