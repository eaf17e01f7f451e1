import type { Chain } from '../chain/chain.ts'
import type { ForkPin } from '../chain/forkPin.ts'
import { TEST_MNEMONIC } from '../chain/spec/spec.ts'
import { ReadOnlyChainError } from '../chain/store/readOnlyChainError.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { WitnessFolder } from '../fork/witness/witnessFolder.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { MethodSet } from '../rpc/methodSet.ts'
import { serve } from '../serve.ts'
import { requireFreePort } from '../server/listen.ts'
import { isLoopback } from '../server/loopback.ts'
import type { ApiKeyOptions, ClockName, LogLevel, ServeOptions } from '../server/options.ts'
import { resolveServeOptions } from '../server/resolveServeOptions.ts'
import { existingEndpoint, type Server, warmUp } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import type { ServeLimits } from '../server/serveLimits.ts'
import { banner } from './banner.ts'
import { devBanner } from './devBanner.ts'
import { devGenesisTime, devOptions, devSpec } from './devDefaults.ts'
import { type ForkArguments, isFork } from './forkCommandOptions.ts'
import { forkNetwork } from './forkNetwork.ts'
import { mineEvery } from './mineEvery.ts'
import {
  beginWithGenesis,
  continueState,
  type GenerateArguments,
  generateChain,
  type LoadArguments,
  loadFromFiles,
} from './obtainChain.ts'
import { printReady } from './printReady.ts'
import { readyLine, type WhatIsServed } from './readyLine.ts'
import { skippedForkWarning } from './skippedFork.ts'
import { dumpEvery, dumpState, type StateArguments, stateFiles } from './stateFiles.ts'
import { stopSignal } from './stopSignal.ts'

/** The arguments of `ommer serve`, from options or environment variables. */
export interface ServeArguments
  extends GenerateArguments,
    LoadArguments,
    StateArguments,
    ForkArguments {
  /** the file or folder to load the chain from, instead of generating it */
  readonly load?: string
  /** the file of a genesis, with which the chain begins */
  readonly genesis?: string
  /** the file of a scenario, which describes the chain and the endpoints */
  readonly scenario?: string
  readonly port: number
  readonly host: string
  readonly ipc?: true | string
  readonly apiKey?: readonly ApiKeyOptions[]
  readonly anyKey?: true
  readonly dialect?: DialectName
  readonly methods: MethodSet
  readonly dev?: true
  readonly mining: boolean
  readonly mixedMining?: true
  readonly poolOrder?: ServeOptions['poolOrder']
  readonly clock?: ClockName
  readonly clockStart?: number
  readonly backgroundTraffic?: true
  readonly journal?: string
  readonly cors?: readonly string[]
  readonly explorer: boolean
  readonly clientVersion?: string
  readonly control?: true
  readonly controlToken?: string
  readonly blockTime?: number
  readonly limit: ServeLimits
  readonly history?: number
  readonly callTimeout: number
  readonly callGas: number
  readonly logLevel: LogLevel
  readonly artifacts?: string
  readonly silent?: boolean
  readonly consoleLog: boolean
  readonly json?: true
  readonly exitOnStdinClose?: true
}

/** How a chain is served: by this process alone, or as one of several workers. */
interface ServeRunner {
  /** Checks that the server could listen. */
  requirePort?(): Promise<void>
  /** @param terminal where a process that serves alone tells people what happens */
  serve(chain: Chain, options: ServeOptions, terminal: ServeOptions['terminal']): Promise<Server>
  /**
   * Forks a network where other processes have forked it, too; by default where the options or the journal say.
   *
   * @param open forks at a pin, or else as the options say
   */
  fork?(open: (pin?: ForkPin) => Promise<Chain | undefined>): Promise<Chain | undefined>
  /** Says that the server is ready. */
  announce(chain: Chain, server: Server, served: WhatIsServed): Promise<void> | void
  /** Adds a block to the chain at each interval (`--block-time`), until `stop` is aborted. */
  growEvery(intervalMs: number, stop: AbortSignal, chain: Chain): Promise<void>
}

/**
 * Generates or loads a chain and serves it; resolves after a stop signal, once everything is closed.
 *
 * @param runner by default, this process serves it alone
 */
export async function runServe(given: ServeArguments, runner = alone(given)): Promise<void> {
  const options = toServeOptions(given)
  // Reports what is wrong now, not after a long chain has been generated, or a witness begun.
  resolveServeOptions(options)
  await runner.requirePort?.()
  const terminal = terminalFor(given)
  const files = await stateFiles(given)
  const loaded = { ...given, loadState: files.load }
  const { load = given.genesis ?? files.load } = given
  const genesisTime = await devGenesisTime(loaded)
  const chain = await obtainChain({ ...loaded, genesisTime }, runner)
  if (chain === undefined || stopSignal.aborted) return
  if (chain.isReadOnly && given.blockTime !== undefined) {
    throw new ReadOnlyChainError(
      `--block-time: no block can be added to ${load}, which contains no state; load a hive export instead`,
    )
  }
  const server = await runner.serve(chain, options, terminal)
  try {
    const dev = given.dev && { automine: isAutomining(given), interval: given.blockTime }
    const served = { folder: load, endpoints: namedEndpoints(given, server), dev }
    await runner.announce(chain, server, served)
    // Once the ready line is out: it takes longer than the start.
    if (given.dev && !chain.isReadOnly) setImmediate(() => void warmUp(server).catch(() => {}))
    // With --dev, endpoints mine blocks of their own.
    const seconds = given.dev ? undefined : given.blockTime
    if (seconds !== undefined) await runner.growEvery(seconds * 1000, stopSignal, chain)
    if (files.dump !== undefined) await keepState(server, files.dump, given.stateInterval)
    await untilAborted(stopSignal)
  } finally {
    await server.close()
    exitWithUnreadLog()
  }
}

/** Writes the state of the server until it stops, and then once more. */
async function keepState(server: Server, path: string, seconds: number | undefined): Promise<void> {
  if (seconds !== undefined) await dumpEvery(seconds, server, path, stopSignal)
  await untilAborted(stopSignal)
  await dumpState(server, path)
}

function obtainChain(given: ServeArguments, { fork }: ServeRunner): Promise<Chain | undefined> {
  const { load, loadState, genesis, dev } = given
  if (isFork(given)) {
    const open = (pin?: ForkPin) =>
      forkNetwork(given, stopSignal, dev && { mnemonic: TEST_MNEMONIC }, pin)
    return fork?.(open) ?? open()
  }
  if (load !== undefined) {
    requireNoWitness(load)
    return loadFromFiles(load, given, stopSignal)
  }
  if (loadState !== undefined) {
    return continueState(loadState, given, stopSignal, dev && { mnemonic: TEST_MNEMONIC })
  }
  const defaults = dev && devSpec(given)
  return genesis === undefined
    ? generateChain(given, stopSignal, defaults)
    : beginWithGenesis(genesis, given, stopSignal, defaults)
}

function requireNoWitness(load: string): void {
  if (!new WitnessFolder(load).exists) return
  const problem = `${load} has what was read of a network: --offline --fork-witness ${load} serves it`
  throw new OmmerError('INVALID_OPTION', `--load: ${problem}`)
}

function isAutomining({ mining, blockTime, mixedMining }: ServeArguments): boolean {
  return mining && (mixedMining === true || blockTime === undefined)
}

/** What says that the server is ready. */
export function announcement(
  { json }: ServeArguments,
  chain: Chain,
  server: Server,
  served: WhatIsServed,
): string {
  if (json) return readyLine(chain, server, served)
  const { dev } = served
  if (dev === undefined) return banner(chain, server, served)
  const isColored = process.stdout.isTTY === true && !process.env.NO_COLOR
  return devBanner(chain, server, { ...served, dev }, isColored)
}

/** This process, which serves alone. */
export function alone(given: ServeArguments): ServeRunner {
  return {
    requirePort: () => requireFreePort(given.port, given.host),
    serve: (chain, options, terminal) => serve(chain, { ...options, terminal }),
    async announce(chain, server, served) {
      warnIfExposed(given.host)
      warnOfFork(chain, given)
      if (given.dev && given.clock !== 'simulated' && given.forks !== undefined) {
        process.stderr.write(skippedForkWarning(chain, Date.now() / 1000) ?? '')
      }
      await printReady(announcement(given, chain, server, served), given)
    },
    growEvery: (intervalMs, stop, chain) => mineEvery(chain, intervalMs, stop),
  }
}

/** Where people are told what happens; undefined where a program reads the output. */
export function terminalFor({
  dev,
  silent,
  consoleLog,
  json,
}: ServeArguments): ServeOptions['terminal'] {
  if (!dev || silent || json) return undefined
  return { stream: process.stdout, consoleLog }
}

/** The endpoints of several `--api-key` that were not closed; undefined if there is only the server's own. */
function namedEndpoints(
  { apiKey = [] }: ServeArguments,
  server: Server,
): readonly ServedEndpoint[] | undefined {
  const keys = new Set(apiKey.map(({ key }) => key))
  if (keys.size <= 1) return undefined
  return [...keys].flatMap((key) => existingEndpoint(server, key) ?? [])
}

const UNREAD_LOG_MS = 500

/** Exits soon even if log lines are still in a pipe that nobody reads, which would keep the process alive. */
export function exitWithUnreadLog(): void {
  setTimeout(() => process.exit(), UNREAD_LOG_MS).unref()
}

export function toServeOptions(given: ServeArguments): ServeOptions {
  const dev = devOptions(given)
  return {
    port: given.port,
    host: given.host,
    ipc: given.ipc,
    apiKeys: given.apiKey,
    anyKey: given.anyKey ?? false,
    methods: given.methods,
    dev: given.dev,
    automine: given.mining,
    miningInterval: given.dev ? given.blockTime : undefined,
    mixedMining: given.mixedMining,
    poolOrder: given.poolOrder,
    // Slots that depend on time would be others each day.
    clock: given.clock ?? (given.dev && !isFork(given) ? 'wall' : undefined),
    clockStart: given.clockStart,
    backgroundTraffic: given.backgroundTraffic,
    journal: given.journal,
    cors: given.cors,
    control: controlOptions(given),
    ...dev,
    history: given.history,
    explorer: given.explorer,
    callTimeout: given.callTimeout,
    callGas: given.callGas,
    logLevel: given.logLevel,
    artifacts: given.artifacts,
  }
}

/**
 * The options of the control address, which a token alone enables.
 *
 * @throws {OmmerError} if other machines could move endpoints
 */
export function controlOptions({
  control,
  controlToken,
  host,
}: Pick<ServeArguments, 'control' | 'controlToken' | 'host'>): ServeOptions['control'] {
  if (controlToken !== undefined) return { token: controlToken }
  if (control !== true || isLoopback(host)) return control
  throw new OmmerError(
    'INVALID_OPTION',
    '--control needs --control-token when --host is not a loopback address',
  )
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Says what is not certain about a network that was forked. */
export function warnOfFork({ forkedFrom }: Chain, given: ServeArguments): void {
  if (forkedFrom === undefined) return
  const { clock, forkWitness } = given
  const ofClock =
    '--clock wall: slots that depend on the time are others each day, so --fork-witness may lack them'
  const isByWallClock = clock === 'wall' && forkWitness !== undefined
  for (const warning of [...forkedFrom.warnings, ...(isByWallClock ? [ofClock] : [])]) {
    process.stderr.write(`warning: ${warning}\n`)
  }
}

/** API keys travel unencrypted, so they do not protect a server that other machines can reach. */
export function warnIfExposed(host: string): void {
  if (isLoopback(host)) return
  process.stderr.write(
    `warning: listening on ${host}: other machines can connect, and nothing is encrypted\n`,
  )
}
