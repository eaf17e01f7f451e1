import type { Chain } from '../chain/chain.ts'
import { createChain } from '../chain/createChain.ts'
import type { Preset } from '../chain/presets.ts'
import type { ChainSpec } from '../chain/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { MethodSet } from '../rpc/methods/registry.ts'
import { serve } from '../serve.ts'
import { resolveServeOptions, type ServeOptions } from '../server/options.ts'
import type { Server } from '../server/serve.ts'
import { banner } from './banner.ts'
import { mineEvery } from './mineEvery.ts'
import { progressBar } from './progressBar.ts'
import { readyLine } from './readyLine.ts'
import { stopSignal } from './stopSignal.ts'

/** What `ommer serve` was told, by options or by the environment. */
export interface ServeArguments {
  readonly seed: string
  readonly blocks: number
  readonly preset: Preset
  readonly port: number
  readonly host: string
  readonly apiKey: string[]
  readonly anyKey?: true
  readonly dialect: DialectName
  readonly methods: MethodSet
  readonly blockTime?: number
  readonly json?: true
}

/** Generates a chain and serves it; resolves when a signal has come and everything is closed. */
export async function runServe(given: ServeArguments): Promise<void> {
  const { seed, blocks, preset } = given
  const options = toServeOptions(given)
  // Whoever gave a wrong option is to hear of it now, not when a long chain is made.
  resolveServeOptions(options)
  const chain = await generate({ seed, blocks, preset }, stopSignal)
  if (chain === undefined) return
  const server = await serve(chain, options)
  process.stdout.write(given.json ? readyLine(chain, server) : banner(chain, server))
  await runUntilStopped(chain, server, given.blockTime, stopSignal)
}

/** Nothing where `stop` was aborted before the chain was complete. */
async function generate(spec: ChainSpec, stop: AbortSignal): Promise<Chain | undefined> {
  const bar = progressBar(process.stderr, 'Generating blocks')
  try {
    return await createChain(spec, { onProgress: bar.update, signal: stop })
  } catch (error) {
    if (stop.aborted) return undefined
    throw error
  } finally {
    bar.finish()
  }
}

function toServeOptions(given: ServeArguments): ServeOptions {
  return {
    port: given.port,
    host: given.host,
    apiKeys: given.apiKey.length > 0 ? given.apiKey : ['dev'],
    anyKey: given.anyKey ?? false,
    dialect: given.dialect,
    methods: given.methods,
  }
}

/** Resolves when `stop` is aborted and everything is closed. */
async function runUntilStopped(
  chain: Chain,
  server: Server,
  blockTimeSeconds: number | undefined,
  stop: AbortSignal,
): Promise<void> {
  try {
    await Promise.all([
      blockTimeSeconds && mineEvery(chain, blockTimeSeconds * 1000, stop),
      untilAborted(stop),
    ])
  } finally {
    await server.close()
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
