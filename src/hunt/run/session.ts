import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { faultKinds } from '../../faults/faultRegistry.ts'
import type { FaultRule } from '../../faults/faultRule.ts'
import type { FaultDescription } from '../../faults/kind.ts'
import { chainSpecs } from '../../scenario/chainSpecs.ts'
import { openEndpoints } from '../../scenario/openEndpoints.ts'
import { Player } from '../../scenario/player.ts'
import { type ResolvedScenario, resolveScenario } from '../../scenario/resolveScenario.ts'
import type { ClientRestart } from '../../scenario/restartClient.ts'
import type { Scenario, ScenarioEndpoint } from '../../scenario/scenario.ts'
import { ScenarioEndpoints } from '../../scenario/scenarioEndpoints.ts'
import type { ServedEndpoint } from '../../server/servedEndpoint.ts'
import {
  type HuntChain,
  type HuntedClient,
  type HuntServer,
  type StartedClient,
  startedClient,
} from '../client/client.ts'
import { within } from '../client/within.ts'
import type { ChainBlocks } from '../rows/expectation.ts'
import type { Table } from '../rows/readRows.ts'
import { ClientCalls } from './clientCalls.ts'
import type { ServedChains, ServedScenario } from './servedChains.ts'
import { type Mined, Truths } from './truths.ts'

/** One run of a client on a scenario that is being played. */
export class Session {
  readonly calls: ClientCalls
  /** of the rows that were read last; none before */
  tables: readonly Table[] = []
  readonly server: HuntServer
  readonly #client: HuntedClient
  readonly #served: ServedScenario
  readonly #truths: Truths
  readonly #endpoints: ScenarioEndpoints
  #scenario: ResolvedScenario
  #player: Player
  #started: StartedClient = {}
  #ended: string | undefined
  /** how often the client was started */
  #starts = 0
  /** what the client had to have since the steps began, oldest first */
  readonly #wanted: (readonly ChainBlocks[])[] = []

  private constructor(
    client: HuntedClient,
    served: ServedScenario,
    scenario: ResolvedScenario,
    endpoints: ScenarioEndpoints,
    server: HuntServer,
  ) {
    this.#client = client
    this.#served = served
    this.#endpoints = endpoints
    this.server = server
    const truths = scenario.truths.map((key) => [key, endpoints.endpoint(key)] as const)
    this.#truths = new Truths(new Map(truths), served.blocks)
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
    const { seed } = scenario
    const served = await chains.get(chainSpecs(scenario, seed))
    const { server } = served
    const keyOf = (key: string): string => `${id}.${key}`
    const opened = await openEndpoints(server, served.chains, scenario.endpoints, keyOf)
    const endpoints = new ScenarioEndpoints(opened, seed)
    for (const { key, faults } of scenario.endpoints) if (faults) endpoints.setFaults(key, faults)
    const dir = await mkdtemp(join(tmpdir(), 'ommer-hunt-'))
    const session = new Session(
      client,
      served,
      scenario,
      endpoints,
      serverOf(scenario, opened, served, dir, id),
    )
    try {
      await within('before', client.before?.(session.server))
      await session.player.begin(endpoints)
      session.noteTruth()
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
    this.#wanted.length = 0
    this.noteTruth()
    await this.#player.begin(this.#endpoints)
    this.noteTruth()
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

  rows(): Promise<unknown> {
    return within('rows', this.#client.rows(this.server))
  }

  /** What the client must have now. */
  truth(): readonly ChainBlocks[] {
    return this.#truths.chains()
  }

  /** What the client had to have since the steps began, and after those of them that were noted; oldest first. */
  get wanted(): readonly (readonly ChainBlocks[])[] {
    return this.#wanted
  }

  noteTruth(): void {
    this.#wanted.push(this.truth())
  }

  /** Lets the client see what it must have at the end: nodes that lag catch up. @see Truths.catchUp */
  async catchUp(): Promise<readonly Mined[]> {
    const mined = await this.#served.control.gate.alone(async () => {
      this.#liftFaults()
      const made = await this.#truths.catchUp((chainId) => this.calls.headsOf(chainId))
      for (const { key, lag } of this.scenario.endpoints) {
        if (lag !== undefined) await this.#catchUpFollower(key, lag.behind)
      }
      return made
    })
    this.calls.moved()
    return mined
  }

  /** Whether the client asks each node itself, so that it sees which of them shows what. */
  get asksEachNode(): boolean {
    return this.scenario.endpoints.every(({ key, pool }) => {
      return this.calls.called.has(this.#endpoints.endpoint(key).key) === (pool === undefined)
    })
  }

  /** Nodes that have shown an older head until now show their own; and a node that is alone does not fail any more. */
  #liftFaults(): void {
    const { endpoints } = this.scenario
    for (const { key, chain } of endpoints) {
      const isAlone = endpoints.filter((each) => each.chain === chain).length === 1
      const rules = this.#endpoints.faultsOf(key)
      const others = rules.filter((rule) => {
        const isEnding = hiddenBy(rule) === 'newestBlocks' || (isAlone && failsToTheEnd(rule))
        return !(isLasting(rule) && isEnding)
      })
      if (others.length < rules.length) this.#endpoints.setFaults(key, others)
    }
  }

  /** One of two nodes must show the head and its blocks; to a client that cannot tell them apart, both. */
  async #catchUpFollower(key: string, behind: string): Promise<void> {
    const leader = this.#endpoints.endpoint(behind)
    const follower = this.#endpoints.endpoint(key)
    // A client that asks all nodes itself can see which of them is behind.
    const isSeen = this.calls.called.has(leader.key)
    const [ofLeader, ofFollower] = [behind, key].map((each) =>
      this.#endpoints.faultsOf(each).filter(failsToTheEnd),
    ) as [FaultRule[], FaultRule[]]
    if (!isSeen && ofLeader.length > 0) this.#endpoints.setFaults(behind, [])
    if (!isSeen || (ofLeader.length > 0 && ofFollower.length > 0))
      this.#endpoints.setFaults(key, [])
    const mayStayBehind = isSeen && ofLeader.length === 0
    if (mayStayBehind && follower.head.number < leader.head.number) return
    await follower.setLag({ behind: leader.key, blocks: 0 })
  }

  /** Mines a block on each chain. */
  async mineOne(): Promise<void> {
    await this.#served.control.gate.alone(() => this.#truths.mineOne())
    this.calls.moved()
  }

  /**
   * Plays the next step, and those up to the next wait, without the calls that it waits for.
   *
   * @param wait its index: if these calls have come, no other wait is skipped for it
   * @returns whether it was played so
   */
  async next(wait?: number): Promise<boolean> {
    const isPlayed = (await this.player.next(wait)) !== undefined
    this.noteTruth()
    this.calls.moved()
    return isPlayed
  }

  async restart(how: ClientRestart): Promise<void> {
    // Steps before the first wait are played before the client is started.
    if (this.#starts === 0) return
    this.#starts++
    await within('stop', this.#started.stop?.(how))
    await this.#start()
  }

  /** Stops the client, and removes what belongs to the run, whatever fails. */
  async end(): Promise<void> {
    this.#starts++
    this.calls.close()
    this.player.close()
    try {
      await within('stop', this.#started.stop?.('kill'))
    } finally {
      try {
        await within('after', this.#client.after?.(this.server))
      } finally {
        this.#served.control.player = undefined
        for (const { key, pool } of this.scenario.endpoints.toReversed()) {
          const endpoint = this.#endpoints.endpoint(key)
          // Otherwise the chain, which other runs use, too, would keep its branch for ever.
          if (pool === undefined) await endpoint.reset().catch(() => {})
          await endpoint.close()
        }
        await rm(this.server.dir, { recursive: true, force: true, maxRetries: 3 })
      }
    }
  }

  #playerOf({ steps }: ResolvedScenario): Player {
    const { control } = this.#served
    const { gate } = control
    const onRestart = (how: ClientRestart) => this.restart(how)
    const player = new Player({ steps, byHand: false, file: undefined, gate, onRestart })
    control.player = player
    return player
  }

  async #start(): Promise<void> {
    const start = ++this.#starts
    this.#ended = undefined
    this.#started = startedClient(await within('start', this.#client.start(this.server)))
    this.calls.started()
    // A client that was stopped has not ended by itself.
    void this.#started.ended?.then((reason) => {
      if (start === this.#starts) this.#ended = reason
    })
  }
}

/** Whether a node keeps answering so. */
function isLasting({ times, rate, calls }: FaultRule): boolean {
  return (times ?? rate ?? calls) === undefined
}

function hiddenBy({ fault }: FaultRule): FaultDescription['hides'] {
  const kind: FaultDescription = faultKinds[fault.kind]
  return kind.hides
}

/** Whether a node fails until the end. One that forgets removed blocks has all that is needed. */
function failsToTheEnd(rule: FaultRule): boolean {
  return isLasting(rule) && hiddenBy(rule) !== 'removedBlocks'
}

function serverOf(
  scenario: ResolvedScenario,
  opened: ReadonlyMap<string, ServedEndpoint>,
  { chains }: ServedScenario,
  dir: string,
  id: string,
): HuntServer {
  const served = [...chains].map(([name, chain]) => {
    // The nodes of a pool have one address.
    const endpoints = scenario.endpoints.filter((each) => each.chain === name)
    const [first] = endpoints as [ScenarioEndpoint]
    const { key } = endpoints.find(({ pool }) => pool) ?? first
    const node = opened.get(first.key) as ServedEndpoint
    return huntChain(opened.get(key) as ServedEndpoint, chain, node)
  }) as [HuntChain, ...HuntChain[]]
  // Those that may lag first: a client may prefer them.
  const nodes = scenario.endpoints
    .filter(({ pool }) => pool === undefined)
    .toSorted((one, other) => Number(one.lag === undefined) - Number(other.lag === undefined))
  const urls = nodes.map(({ key }) => (opened.get(key) as ServedEndpoint).url)
  return { ...served[0], chains: served, urls, dir, id }
}

/** @param node whose head says which tokens there are: the chain itself may have more blocks */
function huntChain(
  { url, wsUrl }: ServedEndpoint,
  { chainId, contractIndex, tree }: Chain,
  node: ServedEndpoint,
): HuntChain {
  const contracts = contractIndex.at(tree.byHash(node.head.hash) as SealedBlock)
  const tokens = contracts.filter(({ role }) => role === 'token')
  return { chainId, url, wsUrl, contracts: tokens.map(({ address }) => address) }
}
