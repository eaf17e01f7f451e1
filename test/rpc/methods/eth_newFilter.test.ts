import { JsonRpcProvider, Log, type ProviderEvent } from 'ethers'
import fc from 'fast-check'
import { createPublicClient, http } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { patient } from '../../support/patientViem.ts'
import { repeated } from '../../support/sized.ts'
import { Subscriber } from '../../support/subscriber.ts'
import { until } from '../../support/until.ts'

// The watchers of libraries over HTTP see what a subscriber over WebSocket sees.

let chain: Chain
let server: Server
/** of the contracts that emit logs: ethers watches no logs without a filter */
let addresses: Hex[]
beforeAll(async () => {
  chain = await createChain({ seed: 'watched', blocks: 24, preset: 'latest' })
  server = await serve(chain, { port: 0, anyKey: true })
  const params = [{ fromBlock: 'earliest' }]
  const logs = await server.request({ method: 'eth_getLogs', params })
  addresses = [...new Set((logs as { address: Hex }[]).map(({ address }) => address))]
  return () => server.close()
})

/** `BLOCK_HASH INDEX`, with `removed` for removed logs. */
type Seen = string

interface Watcher {
  readonly seen: readonly Seen[]
  stop(): unknown
}

function describe(blockHash: unknown, index: unknown, removed: unknown): Seen {
  return `${blockHash} ${Number(index)}${removed ? ' removed' : ''}`
}

async function watchWithWebSocket(wsUrl: string): Promise<Watcher & { read(): Promise<void> }> {
  const subscriber = await Subscriber.open(wsUrl)
  await subscriber.subscribe('logs', { address: addresses })
  const seen: Seen[] = []
  return {
    seen,
    async read() {
      for (const { result } of await subscriber.received()) {
        seen.push(describe(result.blockHash, result.logIndex, result.removed))
      }
    },
    stop: () => subscriber.socket.close(),
  }
}

async function watchWithViem(url: string): Promise<Watcher> {
  let hasFilter = false
  const transport = http(url, {
    ...patient,
    async onFetchResponse(response) {
      const { result } = (await response.clone().json()) as { result: unknown }
      hasFilter ||= typeof result === 'string'
    },
  })
  const client = createPublicClient({ transport, pollingInterval: 5 })
  const seen: Seen[] = []
  const onError = (error: Error) => seen.push(error.message)
  const stop = client.watchEvent({
    address: addresses,
    onError,
    onLogs: (logs) => {
      for (const log of logs) seen.push(describe(log.blockHash, log.logIndex, log.removed))
    },
  })
  await until(() => hasFilter)
  return { seen, stop }
}

async function watchWithEthers(url: string): Promise<Watcher> {
  let hasFilter = false
  const seen: Seen[] = []
  class Provider extends JsonRpcProvider {
    override async send(method: string, params: unknown[]) {
      const result = await super.send(method, params)
      hasFilter ||= method === 'eth_newFilter'
      return result
    }

    // Not in a listener: ethers 6 emits a removed log under an event of its own, for which listeners must name the log.
    override async emit(event: ProviderEvent, ...args: unknown[]) {
      const [log] = args
      if (log instanceof Log) seen.push(describe(log.blockHash, log.index, log.removed))
      return super.emit(event, ...args)
    }
  }
  const provider = new Provider(url, 1337, { staticNetwork: true })
  provider.pollingInterval = 5
  await provider.on({ address: addresses }, () => {})
  await until(() => hasFilter)
  return { seen, stop: () => provider.destroy() }
}

const isRemoved = (seen: Seen) => seen.endsWith('removed')

test('watchers of viem and ethers see the logs that a subscriber sees, over random reorgs', async () => {
  let keys = 0
  const few = fc.integer({ min: 1, max: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(few, few, fc.boolean()), { minLength: 10, maxLength: 10 }),
      async (reorgs) => {
        const endpoint = server.endpoint(`watched-${++keys}`, { head: 24 })
        const subscriber = await watchWithWebSocket(endpoint.wsUrl)
        const watchers = [await watchWithViem(endpoint.url), await watchWithEthers(endpoint.url)]
        for (const [depth, more, waits] of reorgs) {
          await endpoint.reorg({ depth, length: depth + more, force: true })
          await subscriber.read()
          const [viem] = watchers
          if (waits) await until(() => viem?.seen.length === subscriber.seen.length)
        }
        const removed = subscriber.seen.filter(isRemoved)
        for (const { seen } of watchers) {
          await until(async () => {
            if (seen.filter(isRemoved).length >= removed.length) return true
            // ethers polls a filter when it has seen a new block.
            await endpoint.mine(1)
            await subscriber.read()
            return false
          })
          expect(seen.filter(isRemoved)).toEqual(removed)
          expect(seen).toEqual(subscriber.seen.slice(0, seen.length))
        }
        for (const watcher of [subscriber, ...watchers]) watcher.stop()
        await endpoint.close()
      },
    ),
    { numRuns: repeated(1, 10), endOnFailure: true },
  )
})
