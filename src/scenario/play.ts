import type { Chain, ExtendOptions } from '../chain/chain.ts'
import type { Block } from '../chain/encoding/block.ts'
import { decodeBlock } from '../chain/encoding/decode.ts'
import type { InjectedFault } from '../faults/faultLog.ts'
import { type MethodSet, methodSets, subscriptionMethods } from '../rpc/methods/registry.ts'
import { type ServeOptions, ServeOptionsError } from '../server/options.ts'
import { resolveServeOptions } from '../server/resolveServeOptions.ts'
import { type Server, serve } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import { Player } from './player.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import type { Scenario, ScenarioEndpoint } from './scenario.ts'
import { ScenarioEndpoints } from './scenarioEndpoints.ts'
import type { PlayableStep } from './step.ts'

/** How a scenario is played; the other options are those of `serve`. */
export interface PlayOptions
  extends Omit<ServeOptions, 'apiKeys' | 'anyKey' | 'dialect'>,
    ExtendOptions {
  /** Another seed than the scenario's own. */
  readonly seed?: string | number | undefined
  /** Whether steps are played by `next` alone, and not by the calls of clients. Default false. */
  readonly byHand?: boolean | undefined
}

/** A scenario that is being played. */
export interface PlayingScenario {
  readonly chain: Chain
  /** Itself the first endpoint. */
  readonly server: Server
  /** By their keys, in the order of the scenario. */
  readonly endpoints: ReadonlyMap<string, ServedEndpoint>
  readonly steps: readonly PlayableStep[]
  /** How many steps were played, finished waits included. */
  readonly played: number
  readonly isFinished: boolean
  /**
   * Resolves when all steps were played; rejects with a `ScenarioError`: STEP_FAILED where one cannot be played,
   * SCENARIO_CLOSED where the scenario was closed before.
   */
  readonly finished: Promise<void>
  /**
   * Plays the next step. A wait ends at once. Unless the scenario is played by hand, the steps up to the next wait follow.
   *
   * @returns that step; undefined where all were played
   * @throws {ScenarioError} STEP_FAILED
   */
  next(): Promise<PlayableStep | undefined>
  /**
   * Plays all remaining steps without waiting for calls.
   *
   * @throws {ScenarioError} STEP_FAILED
   */
  finish(): Promise<void>
  /** The canonical chain as it is now, oldest block first: after the last step, what a client must end with. */
  truth(): readonly Block[]
  /**
   * What was injected at an endpoint from the beginning, whichever rules steps have set since; by default at the first
   * endpoint.
   *
   * @throws {EndpointError} where the scenario has none of that key
   */
  faultLog(key?: string): readonly InjectedFault[]
  /** Stops playing, and closes the server. */
  close(): Promise<void>
}

/**
 * Plays a scenario as the package's own `playScenario` says (`src/playScenario.ts`), which adds its version.
 *
 * @param version of the package: what `rpc.discover` says
 */
export async function play(
  source: string | URL | Scenario,
  { seed, byHand = false, onProgress, signal, ...serveOptions }: PlayOptions,
  version: string,
): Promise<PlayingScenario> {
  requireNoEndpoints(serveOptions)
  const file = typeof source === 'string' || source instanceof URL ? String(source) : undefined
  const scenario = await read(source, signal)
  const { spec, steps, truth } = scenario
  const chosen = seed ?? scenario.seed
  const [first] = scenario.endpoints
  const options = { ...serveOptions, apiKeys: [first.key], dialect: first.dialect ?? 'infura' }
  // A wrong option is reported now, not after a long chain is made.
  requireAnswered(steps, resolveServeOptions(options).methods)
  // The generator takes long to load, and a program that imports the package may never play anything.
  const { createChain } = await import('../chain/createChain.ts')
  const chain = await createChain(
    { ...spec, seed: chosen },
    { ...(onProgress && { onProgress }), ...(signal && { signal }) },
  )
  const player = new Player({ steps, byHand, file })
  const server = await serve(chain, options, version, player)
  const close = (): Promise<void> => {
    player.close()
    return server.close()
  }
  try {
    const endpoints = new ScenarioEndpoints(await openEndpoints(server, chain, scenario), chosen)
    for (const { key, faults } of scenario.endpoints) if (faults) endpoints.setFaults(key, faults)
    await Promise.race([player.begin(endpoints), aborted(signal)])
    return {
      chain,
      server,
      endpoints: endpoints.byKey,
      steps,
      get played() {
        return player.played
      },
      get isFinished() {
        return player.isFinished
      },
      finished: player.finished,
      next: () => player.next(),
      finish: () => player.finish(),
      truth: () => blocksUpTo(chain, endpoints.endpoint(truth)),
      faultLog: (key = first.key) => endpoints.faultLog(key),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Rejects with the signal's reason when it is aborted. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** @throws {ServeOptionsError} where an option is given that the scenario itself decides */
function requireNoEndpoints(options: ServeOptions): void {
  for (const name of ['apiKeys', 'anyKey', 'dialect'] as const) {
    if (options[name] === undefined) continue
    throw new ServeOptionsError(name, 'the endpoints of the scenario say that: name them there')
  }
}

async function read(
  source: string | URL | Scenario,
  signal: AbortSignal | undefined,
): Promise<ResolvedScenario> {
  if (typeof source !== 'string' && !(source instanceof URL)) return resolveScenario(source)
  const { readScenarioFile } = await import('./readScenarioFile.ts')
  return readScenarioFile(source, signal)
}

/** A wait for a method that is not served would never end. */
function requireAnswered(steps: readonly PlayableStep[], methods: MethodSet): void {
  const isServed = (name: string): boolean =>
    methodSets[methods].has(name) || subscriptionMethods[methods].has(name)
  for (const [index, { name, what }] of steps.entries()) {
    if (name !== 'waitFor' || what.method === undefined) continue
    const wanted = typeof what.method === 'string' ? [what.method] : what.method
    if (wanted.some(isServed)) continue
    const problem = `'${methods}' has no ${wanted.join(', ')}, which steps[${index}] waits for`
    throw new ServeOptionsError('methods', problem)
  }
}

async function openEndpoints(
  server: Server,
  chain: Chain,
  { endpoints }: ResolvedScenario,
): Promise<ReadonlyMap<string, ServedEndpoint>> {
  const opened = new Map<string, ServedEndpoint>()
  for (const endpoint of endpoints) {
    const { key, dialect = 'infura' } = endpoint
    const served = opened.size === 0 ? server : server.endpoint(key, { dialect })
    await settle(served, chain, endpoint)
    opened.set(key, served)
  }
  return opened
}

async function settle(
  served: ServedEndpoint,
  chain: Chain,
  { head, lag, finality }: ScenarioEndpoint,
): Promise<void> {
  if (head !== undefined) await served.rollback(chain.tree.head.number - head)
  if (lag !== undefined) await served.setLag(lag)
  if (finality !== undefined) await served.setFinality(finality)
}

function blocksUpTo(chain: Chain, { head }: ServedEndpoint): readonly Block[] {
  const blocks: Block[] = []
  let at = chain.tree.byHash(head.hash)
  while (at !== undefined) {
    blocks.push(decodeBlock(at))
    at = chain.tree.byHash(at.parentHash)
  }
  return blocks.reverse()
}
