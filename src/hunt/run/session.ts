import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Block } from '../../chain/encoding/block.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import { blocksUpTo } from '../../scenario/blocksUpTo.ts'
import { openEndpoints } from '../../scenario/openEndpoints.ts'
import { Player } from '../../scenario/player.ts'
import { type ResolvedScenario, resolveScenario } from '../../scenario/resolveScenario.ts'
import type { ClientRestart } from '../../scenario/restartClient.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { ScenarioEndpoints } from '../../scenario/scenarioEndpoints.ts'
import type { ServedEndpoint } from '../../server/servedEndpoint.ts'
import {
  type HuntedClient,
  type HuntServer,
  type StartedClient,
  startedClient,
} from '../client/client.ts'
import { ClientCalls } from './clientCalls.ts'
import type { ServedChain, ServedChains } from './servedChains.ts'

/** The key of the endpoint that the client follows, if a scenario has one of this name; else the first. */
export const CLIENT_KEY = 'client'

/** One run of a client on a scenario that is being played. */
export class Session {
  readonly calls: ClientCalls
  readonly server: HuntServer
  readonly #client: HuntedClient
  readonly #served: ServedChain
  readonly #endpoints: ScenarioEndpoints
  #scenario: ResolvedScenario
  #player: Player
  #started: StartedClient = {}
  #ended: string | undefined
  /** how often the client was started */
  #starts = 0

  private constructor(
    client: HuntedClient,
    served: ServedChain,
    scenario: ResolvedScenario,
    endpoints: ScenarioEndpoints,
    server: HuntServer,
  ) {
    this.#client = client
    this.#served = served
    this.#endpoints = endpoints
    this.server = server
    this.calls = new ClientCalls(endpoints.byKey.values())
    this.#scenario = scenario
    this.#player = this.#playerOf(scenario)
  }

  /**
   * Opens the endpoints of a scenario, plays its steps up to the first wait, and starts the client.
   *
   * @param id of the run, which is part of its API keys
   * @throws {ScenarioError} if the scenario is invalid, or one of these steps fails
   */
  static async begin(
    chains: ServedChains,
    client: HuntedClient,
    given: Scenario,
    id: string,
  ): Promise<Session> {
    const scenario = resolveScenario(given)
    const { seed, spec } = scenario
    const served = await chains.get({ ...spec, seed })
    const { chain, server } = served
    const keyOf = (key: string): string => `${id}.${key}`
    const opened = await openEndpoints(server, chain, scenario.endpoints, keyOf)
    const endpoints = new ScenarioEndpoints(opened, seed)
    for (const { key, faults } of scenario.endpoints) if (faults) endpoints.setFaults(key, faults)
    const dir = await mkdtemp(join(tmpdir(), 'ommer-hunt-'))
    const session = new Session(
      client,
      served,
      scenario,
      endpoints,
      serverOf(opened, served, dir, id),
    )
    try {
      await client.before?.(session.server)
      await session.player.begin(endpoints)
      await session.#start()
      return session
    } catch (error) {
      // What went wrong first counts.
      await session.end().catch(() => {})
      throw error
    }
  }

  /** What is being played. */
  get scenario(): ResolvedScenario {
    return this.#scenario
  }

  get player(): Player {
    return this.#player
  }

  /**
   * Goes on with other steps, which the same client sees.
   *
   * @param scenario on the same chain with the same endpoints
   */
  async continueWith(scenario: Scenario): Promise<void> {
    this.#scenario = resolveScenario(scenario)
    this.#player = this.#playerOf(this.#scenario)
    await this.#player.begin(this.#endpoints)
    this.calls.moved()
  }

  /** Why the client has ended by itself; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended
  }

  /** The last lines that the client has printed. */
  get output(): string {
    return this.#started.output?.() ?? ''
  }

  rows(): unknown {
    return this.#client.rows(this.server)
  }

  /** The canonical chain now, oldest block first. */
  truth(): readonly Block[] {
    const { blocks } = this.#served
    return blocksUpTo(this.#truth, (sealed) => {
      const block = blocks.get(sealed.hash) ?? decodeBlock(sealed)
      blocks.set(sealed.hash, block)
      return block
    })
  }

  /**
   * Nodes that lag catch up, and the chain becomes longer than it ever was: a client may take a lower head for that of a
   * node that lags, and at the end it must be able to see what it is to have.
   *
   * @returns how many blocks were mined
   */
  async catchUp(): Promise<number> {
    const mined = await this.#served.gate.alone(async () => {
      const count = Math.max(0, this.calls.peak - this.#truth.head.number + 1)
      if (count > 0) await this.#truth.mine(count)
      for (const { key, lag } of this.scenario.endpoints) {
        if (lag === undefined) continue
        const behind = this.#endpoints.endpoint(lag.behind).key
        await this.#endpoints.endpoint(key).setLag({ behind, blocks: 0 })
      }
      return count
    })
    this.calls.moved()
    return mined
  }

  /** Mines a block where the truth is. */
  async mineOne(): Promise<void> {
    await this.#served.gate.alone(() => this.#truth.mine(1))
    this.calls.moved()
  }

  /** Plays the next step, without waiting for the calls that it waits for. */
  async next(): Promise<void> {
    await this.player.next()
    this.calls.moved()
  }

  async restart(how: ClientRestart): Promise<void> {
    // Steps before the first wait are played before the client is started.
    if (this.#starts === 0) return
    this.#starts++
    await this.#started.stop?.(how)
    await this.#start()
  }

  /** Stops the client, and removes what belongs to the run, whatever fails. */
  async end(): Promise<void> {
    this.#starts++
    this.calls.close()
    this.player.close()
    try {
      await this.#started.stop?.('kill')
    } finally {
      try {
        await this.#client.after?.(this.server)
      } finally {
        this.#served.player = undefined
        for (const endpoint of [...this.#endpoints.byKey.values()].reverse()) await endpoint.close()
        await rm(this.server.dir, { recursive: true, force: true, maxRetries: 3 })
      }
    }
  }

  /** The endpoint whose chain the client must have. */
  get #truth(): ServedEndpoint {
    return this.#endpoints.endpoint(this.scenario.truth)
  }

  #playerOf({ steps }: ResolvedScenario): Player {
    const { gate } = this.#served
    const onRestart = (how: ClientRestart) => this.restart(how)
    const player = new Player({ steps, byHand: false, file: undefined, gate, onRestart })
    this.#served.player = player
    return player
  }

  async #start(): Promise<void> {
    const start = ++this.#starts
    this.#ended = undefined
    this.#started = startedClient(await this.#client.start(this.server))
    this.calls.moved()
    // A client that was stopped has not ended by itself.
    void this.#started.ended?.then((reason) => {
      if (start === this.#starts) this.#ended = reason
    })
  }
}

function serverOf(
  endpoints: ReadonlyMap<string, ServedEndpoint>,
  { chain }: ServedChain,
  dir: string,
  id: string,
): HuntServer {
  const [first] = endpoints.values()
  const own = endpoints.get(CLIENT_KEY) ?? (first as ServedEndpoint)
  const others = [...endpoints.values()].filter((endpoint) => endpoint !== own)
  const tokens = chain.contracts.filter(({ role }) => role === 'token')
  return {
    url: own.url,
    wsUrl: own.wsUrl,
    urls: [own, ...others].map(({ url }) => url),
    chainId: chain.chainId,
    contracts: tokens.map(({ address }) => address),
    dir,
    id,
  }
}
