import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { geth } from '../../../src/endpoint/dialects/geth.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { Dispatcher } from '../../../src/rpc/dispatcher.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { provideInProcess } from '../../support/provideInProcess.ts'
import { arbitraryMove, performRandom } from '../../support/randomMoves.ts'
import { sized } from '../../support/sized.ts'

interface Log {
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly logIndex: Hex
  readonly topics: readonly Hex[]
  readonly removed: boolean
}

let chain: Chain
let dispatcher: Dispatcher
beforeAll(async () => {
  chain = await createChain({ seed: 'kept', blocks: 12, preset: 'latest' })
  dispatcher = new Dispatcher({
    methods: 'all',
    clientVersion: 'test',
    version: '1.2.3',
    cacheBytes: 1e6,
    logLimits: { rangeMax: 1000, resultsMax: 1e5, bytesMax: 1e8 },
  })
})

test('a client that applies added and removed logs has the logs of the chain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryMove, { minLength: 3, maxLength: 8 }),
      fc.nat(2),
      async (moves, by) => {
        const leader = new MovableEndpoint('leader', chain)
        leader.moveTo(8)
        const endpoint = new MovableEndpoint('told', chain)
        endpoint.lag = { behind: leader, by }
        const provider = provideInProcess(endpoint, dispatcher, { dialect: geth })
        const getLogs = async (filter: object) =>
          (await provider.request({ method: 'eth_getLogs', params: [filter] })) as Log[]
        const all = await getLogs({ fromBlock: 'earliest' })
        const topic = all[0]?.topics[0] as Hex
        for (const filter of [{ fromBlock: 'earliest' }, { topics: [[topic]] }]) {
          const kept = new Map<string, Log>()
          const keep = ({ removed, ...log }: Log) => {
            const key = `${log.blockHash} ${log.logIndex}`
            if (removed) expect(kept.delete(key)).toBe(true)
            else expect(kept.has(key)).toBe(false)
            if (!removed) kept.set(key, { ...log, removed })
          }
          const wanted = { ...filter, fromBlock: 'earliest' }
          for (const log of await getLogs(wanted)) keep(log)
          const notified: Log[] = []
          const listener = ({ data }: { data: { result: unknown } }) =>
            notified.push(data.result as Log)
          provider.on('message', listener)
          const params = ['logs', filter]
          const id = await provider.request({ method: 'eth_subscribe', params })
          for (const each of moves) await performRandom(leader, each)
          // Each request is answered after the notifications that were pending.
          for (const _ of moves) await getLogs({})
          for (const log of notified) keep(log)
          const inOrder = [...kept.values()].sort(
            (one, other) =>
              Number(one.blockNumber) - Number(other.blockNumber) ||
              Number(one.logIndex) - Number(other.logIndex),
          )
          expect(inOrder).toEqual(await getLogs(wanted))
          provider.removeListener('message', listener)
          await provider.request({ method: 'eth_unsubscribe', params: [id] })
        }
      },
    ),
    { numRuns: sized(3, 12) },
  )
})
