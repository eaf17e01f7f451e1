import type { Chain } from '../chain/chain.ts'
import { createToken } from '../chain/contracts/tokenCalls.ts'
import { PrivateChain } from '../chain/private/privateChain.ts'
import type { Access } from '../endpoint/access.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { fromHex, type Hex, toHex } from '../primitives/hex.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { Answer } from '../rpc/answer.ts'
import type { EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { Dispatcher } from '../rpc/dispatcher.ts'
import type { InFlight } from '../rpc/inFlight.ts'
import type { CallRunner } from '../threads/calls/callRunner.ts'
import type { CallService } from '../threads/calls/callService.ts'
import { createDevResources } from './devResources.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** The parts of a server. */
interface Served {
  readonly calls: CallService
  readonly directory: EndpointDirectory
  readonly inFlight: InFlight
}

interface RunningCalls extends Omit<Served, 'calls'> {
  readonly calls: CallRunner
}

/** In bytes: enough for a few small answers. */
const CACHE_BYTES = 1 << 20

/** How often a token is deployed: a third time would gain nothing for the first client. */
const ROUNDS = 2

/** In milliseconds: after so long no further round begins, as on a busy machine. */
const TIME_MAX = 1000

/**
 * Loads and compiles what the first transactions of a client need: deploys a token at endpoints that no client knows, which
 * are then closed. Calls begin in this thread, and go on in a worker thread, as those of clients do. Each step takes some
 * milliseconds, and begins when no client waits for a response.
 *
 * @param calls of the server
 * @param isClosed whether the server has closed
 */
export async function warmUp(
  chain: Chain,
  options: ResolvedServeOptions,
  { calls, directory, inFlight }: Served,
  isClosed: () => boolean,
): Promise<void> {
  const warmed = chain.forkedFrom === undefined ? chain : await smallChain()
  const [account] = warmed.accounts
  if (account === undefined) return
  const { gasCap, timeoutMs } = calls
  const uncounted: CallRunner = {
    gasCap,
    timeoutMs,
    run: (...call) => calls.runUncounted(...call),
  }
  const inWorker: CallRunner = { gasCap, timeoutMs, run: (...call) => calls.runInWorker(...call) }
  const end = performance.now() + TIME_MAX
  for (let round = 0; round < ROUNDS; round++) {
    if (isClosed() || performance.now() > end) return
    await deploy(warmed, account.address, options, { calls: uncounted, directory, inFlight })
  }
  // On a fast machine no call was so long that it has started a thread.
  if (isClosed() || calls.statistics.threads > 0) return
  await deploy(warmed, account.address, options, { calls: inWorker, directory, inFlight })
}

/** Stands for a forked chain, which would ask its network. */
async function smallChain(): Promise<Chain> {
  // Loaded only then, so that other servers start faster.
  const { createChain } = await import('../chain/createChain.ts')
  return createChain({ preset: 'latest', blocks: 0, accounts: 2 })
}

async function deploy(
  chain: Chain,
  from: Hex,
  options: ResolvedServeOptions,
  served: RunningCalls,
): Promise<void> {
  const dev = createDevResources({ ...options, automine: true }, served.calls, undefined)
  if (dev === undefined) return
  const endpoint = new Endpoint('warm-up', new PrivateChain(chain, dev.chains), {
    miner: { ...dev.miner, interval: undefined },
    wallClock: dev.wallClock,
  })
  const call = callerOf({ key: 'warm-up', endpoint, dialect: dialects.anvil }, options, served)
  const data = toHex(createToken('Warm-up', 'WARM', [fromHex(from)]))
  try {
    const { tx } = (await call('eth_fillTransaction', [{ from, data }])) as { tx: { gas: Hex } }
    const raw = await call('eth_signTransaction', [{ from, data, gas: tx.gas }])
    const hash = await call('eth_sendRawTransaction', [raw])
    await call('eth_getTransactionReceipt', [hash])
    await call('eth_getBlockByNumber', ['latest', false])
  } finally {
    endpoint.close()
  }
}

/** Calls methods of the service at an endpoint. Each call lets requests of clients go first. */
function callerOf(
  access: Access,
  { clientVersion }: ResolvedServeOptions,
  { calls, directory, inFlight }: RunningCalls,
): (method: string, params: readonly unknown[]) => Promise<unknown> {
  const dispatcher = new Dispatcher({
    methods: 'all',
    clientVersion,
    version: '',
    cacheBytes: CACHE_BYTES,
    logLimits: { rangeMax: 0, resultsMax: 0, bytesMax: CACHE_BYTES },
    calls,
    dev: directory,
  })
  const client = { ...access, connection: access.endpoint, isClosed: () => false }
  return async (method, params) => {
    await yieldToEventLoop()
    await inFlight.none()
    const context = { client, view: access.endpoint, runLong: runAtOnce }
    const answer = (await dispatcher.call(method, params, context)) as Answer
    return JSON.parse(`{${Buffer.from(answer)}`).result
  }
}

const runAtOnce = <Result>(task: (pause: () => undefined) => Promise<Result>): Promise<Result> =>
  task(() => undefined)
