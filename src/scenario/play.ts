import type { Chain } from '../chain/chain.ts'
import type { Block } from '../chain/encoding/block.ts'
import type { ExtendOptions } from '../chain/extendOptions.ts'
import type { InjectedFault } from '../faults/faultLog.ts'
import type { WaitedFor } from '../rpc/control/scenarioControl.ts'
import { methodSets, subscriptionMethods, walletMethods } from '../rpc/methods/methodRegistry.ts'
import { type ServeOptions, ServeOptionsError } from '../server/options.ts'
import { type ResolvedServeOptions, resolveServeOptions } from '../server/resolveServeOptions.ts'
import { type Server, serve } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import { chainSpecs } from './chainSpecs.ts'
import { openEndpoints } from './openEndpoints.ts'
import { Player } from './player.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioEndpoints } from './scenarioEndpoints.ts'
import type { PlayableStep } from './step.ts'

/** Options for playing a scenario, in addition to those of `serve`. */
export interface PlayOptions
  extends Omit<ServeOptions, 'apiKeys' | 'anyKey' | 'dialect'>,
    ExtendOptions {
  /** Replaces the scenario's own seed. */
  readonly seed?: string | number | undefined
  /** Whether only `next` plays steps, and the calls of clients do not. Default false. */
  readonly byHand?: boolean | undefined
  /** Called after each step, waits included, with the number of steps played. */
  readonly onStep?: ((step: PlayableStep, played: number) => void) | undefined
}

/** A scenario in play: its chain, its server, and how far it is. */
export interface ScenarioRun {
  /** What the scenario says of itself. */
  readonly description: string | undefined
  /** The chain of the first endpoint. */
  readonly chain: Chain
  /** The server, which is also the first endpoint. */
  readonly server: Server
  /** The endpoints by key, in the order of the scenario. */
  readonly endpoints: ReadonlyMap<string, ServedEndpoint>
  readonly steps: readonly PlayableStep[]
  /** How many steps were played, including finished waits. */
  readonly played: number
  readonly isFinished: boolean
  /** The calls that the scenario waits for: null if it waits for none. */
  readonly waitingFor: WaitedFor | null
  /**
   * Resolves when all steps are played; rejects with a `ScenarioError`: STEP_FAILED if a step fails, SCENARIO_CLOSED if
   * the scenario is closed before its end.
   */
  readonly finished: Promise<void>
  /**
   * Plays the next step. A wait ends at once. Unless the scenario is played by hand, the steps up to the next wait
   * follow.
   *
   * @returns that step; undefined if all were played
   * @throws {ScenarioError} STEP_FAILED
   */
  next(): Promise<PlayableStep | undefined>
  /**
   * Plays all remaining steps without waiting for calls.
   *
   * @throws {ScenarioError} STEP_FAILED
   */
  finish(): Promise<void>
  /** The chains of the scenario by name; that of `seed` and `spec` has none. */
  readonly chains: ReadonlyMap<string | undefined, Chain>
  /** The keys of the endpoints whose chains a client must have at the end, one for each chain. */
  readonly truths: readonly [string, ...string[]]
  /**
   * The canonical chain now, oldest block first: after the last step, what a client must have.
   *
   * @param key of an endpoint; by default the first of `truths`
   * @throws {EndpointError} if the scenario has no endpoint with this key
   */
  truth(key?: string): readonly Block[]
  /**
   * The faults that were applied at an endpoint since the beginning, across changes of rules; by default at the first
   * endpoint.
   *
   * @throws {EndpointError} if the scenario has no endpoint with this key
   */
  faultLog(key?: string): readonly InjectedFault[]
  /** Stops playing, and closes the server. */
  close(): Promise<void>
}

/**
 * Plays a scenario; the package's own `playScenario` (`src/playScenario.ts`) adds its version.
 *
 * @param version of the package, for `rpc.discover`
 */
export async function play(
  source: string | URL | Scenario,
  { seed, byHand = false, onStep, onProgress, signal, ...serveOptions }: PlayOptions,
  version: string,
): Promise<ScenarioRun> {
  requireNoEndpoints(serveOptions)
  const file = typeof source === 'string' || source instanceof URL ? String(source) : undefined
  const scenario = await read(source, signal)
  const { description, steps, truths } = scenario
  const chosen = seed ?? scenario.seed
  const [first] = scenario.endpoints
  const options = { ...serveOptions, apiKeys: [first.key], dialect: first.dialect ?? 'infura' }
  // Checked now, so that a wrong option is reported before a long chain is created.
  requireAnswered(steps, resolveServeOptions(options))
  // The generator takes long to load, and most programs that import the package play no scenario.
  const { createChain } = await import('../chain/createChain.ts')
  const chains = new Map<string | undefined, Chain>()
  for (const [name, spec] of chainSpecs(scenario, chosen)) {
    const extend = { ...(onProgress && { onProgress }), ...(signal && { signal }) }
    chains.set(name, await createChain(spec, extend))
  }
  const chain = chains.get(first.chain) as Chain
  const player = new Player({ steps, byHand, file, ...(onStep && { onStep }) })
  const server = await serve(chain, options, version, player)
  const close = (): Promise<void> => {
    player.close()
    return server.close()
  }
  try {
    const endpoints = new ScenarioEndpoints(
      await openEndpoints(server, chains, scenario.endpoints),
      chosen,
    )
    for (const { key, faults } of scenario.endpoints) if (faults) endpoints.setFaults(key, faults)
    await Promise.race([player.begin(endpoints), aborted(signal)])
    return {
      description,
      chain,
      chains,
      truths,
      server,
      endpoints: endpoints.byKey,
      steps,
      get played() {
        return player.played
      },
      get isFinished() {
        return player.isFinished
      },
      get waitingFor() {
        return player.status().waitingFor
      },
      finished: player.finished,
      next: () => player.next(),
      finish: () => player.finish(),
      truth: (key = truths[0]) => endpoints.endpoint(key).truth(),
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

/**
 * @throws {ServeOptionsError} if an option is given that the scenario itself sets
 */
function requireNoEndpoints(options: ServeOptions): void {
  for (const name of ['apiKeys', 'anyKey', 'dialect'] as const) {
    if (options[name] === undefined) continue
    throw new ServeOptionsError(name, 'a scenario sets its own endpoints: change them there')
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
function requireAnswered(
  steps: readonly PlayableStep[],
  { methods, dev }: Pick<ResolvedServeOptions, 'methods' | 'dev'>,
): void {
  const isServed = (name: string): boolean =>
    methodSets[methods].has(name) ||
    subscriptionMethods[methods].has(name) ||
    (dev && walletMethods.has(name))
  for (const [index, { name, what }] of steps.entries()) {
    if (name !== 'waitFor' || what.method === undefined) continue
    const wanted = typeof what.method === 'string' ? [what.method] : what.method
    if (wanted.some(isServed)) continue
    const names = `${wanted.join(', ')}, which steps[${index}] waits for`
    if (wanted.some((name) => walletMethods.has(name))) {
      throw new ServeOptionsError('dev', `without it, there is no ${names}`)
    }
    throw new ServeOptionsError('methods', `'${methods}' has no ${names}`)
  }
}
