import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { geth } from '../../../src/endpoint/dialects/geth.ts'
import type { OmmerError } from '../../../src/primitives/errors.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'
import { createTestDispatcher, provideInProcess } from '../../support/provideInProcess.ts'
import { arbitraryMove, performRandom, type RandomMove } from '../../support/randomMoves.ts'
import { repeated } from '../../support/sized.ts'

interface Log {
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly logIndex: Hex
  readonly topics: readonly Hex[]
  readonly removed: boolean
}

type Move = RandomMove | readonly ['to', number]

let chain: Chain
/** the last blocks of branches that were written by hand, and of the main one */
let heads: readonly Hex[]
beforeAll(async () => {
  chain = await createChain({ seed: 'kept', blocks: 12, preset: 'latest' })
  const all = [6, 7, 8].flatMap((number) => chain.blockByNumber(number)?.transactions ?? [])
  const write = async (block: BlockAuthor) => {
    // Those that are not valid on the branch are left out.
    for (const each of all.toReversed()) await block.include(each).catch(() => {})
  }
  const branches = [
    await chain.branch(5, 'a', write),
    await chain.branch(4, 'b', write, { length: 5 }),
  ]
  heads = [...branches.map((branch) => branch.at(-1) as Block), chain.head].map(({ hash }) => hash)
})

const dispatcher = createTestDispatcher({
  logLimits: { rangeMax: 1000, resultsMax: 1e5, bytesMax: 1e8 },
})

/** Moves to a branch, unless the head is on it. */
async function moveTo(endpoint: MovableEndpoint, to: Hex): Promise<void> {
  await endpoint.reorg({ to, force: true }).catch((error: OmmerError) => {
    expect(error.code).toBe('NO_REORG')
  })
}

const arbitraryMoves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: arbitraryMove },
  { weight: 1, arbitrary: fc.tuple(fc.constant('to' as const), fc.nat(2)) },
)

/** Performs as much of a move as possible. */
async function move(endpoint: MovableEndpoint, made: Move): Promise<void> {
  if (made[0] === 'to') await moveTo(endpoint, heads[made[1] % heads.length] as Hex)
  else await performRandom(endpoint, made)
}

test('a client that applies added and removed logs has the logs of the chain', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryMoves, { minLength: 3, maxLength: 8 }),
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
          for (const each of moves) await move(leader, each)
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
    { numRuns: repeated(3, 12) },
  )
})
