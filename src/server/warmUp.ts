import type { Chain } from '../chain/chain.ts'
import { PrivateChain } from '../chain/private/privateChain.ts'
import type { Access } from '../endpoint/access.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { Answer } from '../rpc/answer.ts'
import type { EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { Dispatcher } from '../rpc/dispatcher.ts'
import type { CallRunner } from '../threads/calls/callRunner.ts'
import type { CallService } from '../threads/calls/callService.ts'
import { CallsInThread } from '../threads/calls/callsInThread.ts'
import { createDevResources } from './devResources.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** The parts of a server. */
interface Served {
  readonly calls: CallService
  readonly directory: EndpointDirectory
}

interface RunningCalls {
  readonly calls: CallRunner
  readonly directory: EndpointDirectory
}

/** In bytes: enough for a few small answers. */
const CACHE_BYTES = 1 << 20

/** Stores a word and returns code of one byte. */
const CREATION = '0x6001600055600160005360016000f3'

/**
 * Loads and compiles what the first transaction of a client needs: deploys a contract at an endpoint that no client knows,
 * which is then closed. Does so twice, with calls in a worker thread, and then with calls in this thread. Each step takes
 * some milliseconds; the server handles requests in between.
 *
 * @param calls of the server
 * @param isClosed whether the server has closed
 */
export async function warmUp(
  chain: Chain,
  options: ResolvedServeOptions,
  { calls, directory }: Served,
  isClosed: () => boolean,
): Promise<void> {
  const warmed = chain.forkedFrom === undefined ? chain : await smallChain()
  const [account] = warmed.accounts
  if (account === undefined) return
  const inWorker: CallRunner = {
    gasCap: calls.gasCap,
    timeoutMs: calls.timeoutMs,
    run: (...call) => calls.warmUp(...call),
  }
  for (const runner of [inWorker, new CallsInThread()]) {
    if (isClosed()) return
    await deploy(warmed, account.address, options, { calls: runner, directory })
  }
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
  const request = { from, data: CREATION }
  try {
    await call('eth_estimateGas', [request])
    const raw = await call('eth_signTransaction', [{ ...request, gas: toQuantity(200_000) }])
    const hash = await call('eth_sendRawTransaction', [raw])
    await call('eth_getTransactionReceipt', [hash])
    await call('eth_getBlockByNumber', ['latest', false])
  } finally {
    endpoint.close()
  }
}

/** Calls methods of the service at an endpoint. Each call first lets the server handle requests. */
function callerOf(
  access: Access,
  { clientVersion }: ResolvedServeOptions,
  { calls, directory }: RunningCalls,
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
    const context = { client, view: access.endpoint, runLong: runAtOnce }
    const answer = (await dispatcher.call(method, params, context)) as Answer
    return JSON.parse(`{${Buffer.from(answer)}`).result
  }
}

const runAtOnce = <Result>(task: (pause: () => undefined) => Promise<Result>): Promise<Result> =>
  task(() => undefined)
