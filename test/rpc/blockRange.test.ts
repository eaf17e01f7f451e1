import { describe, expect, it } from 'vitest'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { serveForTests } from '../support/serving.ts'

const SHARED = 12
const HEAD = SHARED + 4
const LAG = 3

const finality = { safe: 2, finalized: 4 }
const { server } = await serveForTests(
  { seed: 'ranges', blocks: SHARED, preset: 'latest', finality },
  { dev: true, clock: 'simulated', dialect: 'geth' },
)
/** an endpoint whose head is reported as older than it is, and one whose head is that old */
const stale = server.endpoint('stale')
const behind = server.endpoint('behind', { lag: { behind: 'stale', blocks: LAG } })
await stale.mine(HEAD - SHARED)
stale.setFaults([{ fault: { kind: 'staleHead', blocks: LAG } }])

const hex = (number: number) => `0x${number.toString(16)}`

async function outcomeOf({ request }: ServedEndpoint, method: string, ...params: unknown[]) {
  try {
    return { result: await request({ method, params }) }
  } catch (error) {
    const { code, message } = error as { code: number; message: string }
    return { code, message }
  }
}

/** Below, at and above the head that is reported, at and above the head that there is, and the tags. */
const ends = [
  ...[HEAD - LAG - 2, HEAD - LAG, HEAD - LAG + 1, HEAD, HEAD + 1].map(hex),
  'latest',
  'earliest',
  'safe',
  'finalized',
  'pending',
  undefined,
]

const ranges = ends.flatMap((fromBlock) => ends.map((toBlock) => ({ fromBlock, toBlock })))

const BEYOND = { code: -32602, message: 'block range extends beyond current head block' }

describe('a range of blocks that a stale replica is asked for', () => {
  it('is refused with the words of geth if it ends after the head of the replica', async () => {
    for (const to of [HEAD - LAG + 1, HEAD]) {
      for (const from of [HEAD - LAG - 2, HEAD - LAG, to]) {
        const range = { fromBlock: hex(from), toBlock: hex(to) }
        expect(await outcomeOf(stale, 'eth_getLogs', range)).toEqual(BEYOND)
        expect(await outcomeOf(stale, 'trace_filter', range)).toEqual(BEYOND)
        const { result: id } = await outcomeOf(stale, 'eth_newFilter', range)
        expect(await outcomeOf(stale, 'eth_getFilterLogs', id)).toEqual(BEYOND)
      }
    }
    const [newest, head] = [HEAD - LAG + 1, HEAD - LAG]
    expect(await outcomeOf(stale, 'eth_feeHistory', '0x2', hex(newest), [])).toEqual({
      code: -32000,
      message: `request beyond head block: requested ${newest}, head ${head}`,
    })
  })

  it.each(['eth_getLogs', 'trace_filter'])(
    'is answered as by a node with that head: %s',
    async (method) => {
      // Of traces a few suffice, because each block is run again.
      const limit = method === 'trace_filter' ? { count: 2 } : {}
      for (const each of ranges) {
        const range = { ...each, ...limit }
        const outcome = await outcomeOf(stale, method, range)
        expect({ range, outcome }).toEqual({
          range,
          outcome: await outcomeOf(behind, method, range),
        })
      }
    },
  )

  it('is answered as by a node with that head, for a filter and for a history of fees', async () => {
    for (const range of ranges) {
      const [{ result: one }, { result: other }] = [
        await outcomeOf(stale, 'eth_newFilter', range),
        await outcomeOf(behind, 'eth_newFilter', range),
      ]
      const outcome = await outcomeOf(stale, 'eth_getFilterLogs', one)
      expect({ range, outcome }).toEqual({
        range,
        outcome: await outcomeOf(behind, 'eth_getFilterLogs', other),
      })
    }
    for (const newest of ends) {
      const params = ['0x3', newest, [50]]
      const outcome = await outcomeOf(stale, 'eth_feeHistory', ...params)
      expect({ newest, outcome }).toEqual({
        newest,
        outcome: await outcomeOf(behind, 'eth_feeHistory', ...params),
      })
    }
  })
})
