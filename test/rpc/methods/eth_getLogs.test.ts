import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { Overlay } from '../../../src/chain/private/overlay.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { type Hex, toQuantity } from '../../../src/primitives/hex.ts'
import { type Answer, decodeResult } from '../../../src/rpc/answer.ts'
import type { Provider } from '../../../src/rpc/provider.ts'
import { createTestDispatcher, provideInProcess } from '../../support/provideInProcess.ts'
import { repeated, sized } from '../../support/sized.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'

interface LogObject {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly blockNumber: Hex
}

let chain: Chain
/** all logs in the receipts, by the number of their block */
let logsByBlock: LogObject[][]
let provider: Provider
beforeAll(async () => {
  chain = await createChain({ seed: 'logs', blocks: 96, finality: { safe: 8, finalized: 200 } })
  provider = provide(chain, { rangeMax: 1000, resultsMax: 10_000 })
  logsByBlock = []
  for (let number = 0; number <= 96; number++) {
    const receipts = await provider.request({
      method: 'eth_getBlockReceipts',
      params: [toQuantity(number)],
    })
    logsByBlock.push((receipts as { logs: LogObject[] }[]).flatMap(({ logs }) => logs))
  }
})

function provide(
  served: Chain,
  limits: { rangeMax: number; resultsMax: number; bytesMax?: number },
  dialect: 'infura' | 'geth' = 'infura',
): Provider {
  const endpoint = new Endpoint('dev', new Overlay(served))
  const dispatcher = createTestDispatcher({ logLimits: { bytesMax: 1e8, ...limits } })
  return provideInProcess(endpoint, dispatcher, { dialect: dialects[dialect] })
}

const getLogs = (filter: unknown, target = provider) =>
  target.request({ method: 'eth_getLogs', params: [filter] }) as Promise<LogObject[]>

const failure = (filter: unknown, target = provider) =>
  getLogs(filter, target).then(
    () => expect.unreachable('it was answered'),
    ({ code, message, data }) => ({ code, message, data }),
  )

type Wanted = Hex | null | readonly Hex[] | undefined

/** The specification of filters, in a few words. */
function matches(log: LogObject, address: Wanted, topics: readonly Wanted[]): boolean {
  const fits = (wanted: Wanted, value: Hex | undefined) => {
    if (value === undefined) return false
    if (wanted === undefined || wanted === null || wanted.length === 0) return true
    return typeof wanted === 'string' ? wanted === value : wanted.includes(value)
  }
  return fits(address, log.address) && topics.every((wanted, at) => fits(wanted, log.topics[at]))
}

describe('eth_getLogs', () => {
  it('finds exactly the matching logs of the receipts', async () => {
    const all = logsByBlock.flat()
    const unknown: Hex = `0x${'12'.repeat(32)}`
    const topic = fc.constantFrom(unknown, ...new Set(all.flatMap(({ topics }) => topics)))
    const address = fc.constantFrom<Hex[]>(
      `0x${'12'.repeat(20)}`,
      ...new Set(all.map((log) => log.address)),
    )
    const wanted = (value: fc.Arbitrary<Hex>) =>
      fc.oneof(value, value, fc.constantFrom(null, []), fc.array(value, { maxLength: 4 }))
    const filters = fc.record({
      range: fc.tuple(fc.nat(96), fc.nat(96)),
      address: fc.option(wanted(address), { nil: undefined, freq: 1 }),
      topics: fc.array(wanted(topic), { maxLength: 4 }),
    })
    const counts = { empty: 0, found: 0 }
    await fc.assert(
      fc.asyncProperty(filters, async ({ range, address, topics }) => {
        const [from, to] = range.toSorted((left, right) => left - right) as [number, number]
        const found = await getLogs({
          fromBlock: toQuantity(from),
          toBlock: toQuantity(to),
          topics,
          ...(address !== undefined && { address }),
        })
        const expected = logsByBlock
          .slice(from, to + 1)
          .flat()
          .filter((log) => matches(log, address, topics))
        counts[expected.length === 0 ? 'empty' : 'found']++
        expect(found).toEqual(expected)
      }),
      { numRuns: repeated(100, 400) },
    )
    expect(Math.min(counts.empty, counts.found)).toBeGreaterThan(sized(10, 40))
  })

  it('accepts upper case, and a single value in place of a list', async () => {
    const [log] = logsByBlock.flat().filter(({ topics }) => topics.length > 1)
    const { address, topics } = log as LogObject
    const range = { fromBlock: '0x0', toBlock: 'latest' }
    const upper = (hex: Hex) => `0x${hex.slice(2).toUpperCase()}`
    const expected = await getLogs({ ...range, address: [address], topics: [[topics[0]]] })
    expect(expected.length).toBeGreaterThan(0)
    const target = { ...range, address: upper(address), topics: [upper(topics[0] as Hex)] }
    expect(await getLogs(target)).toEqual(expected)
  })

  it('treats a null among the topics as any topic', async () => {
    const range = { fromBlock: '0x0', toBlock: 'latest' }
    const unknown = `0x${'12'.repeat(32)}`
    expect(await getLogs({ ...range, topics: [[unknown, null]] })).toEqual(
      await getLogs({ ...range, topics: [null] }),
    )
  })

  it('defaults to the head, and accepts tags', async () => {
    expect(await getLogs({})).toEqual(logsByBlock[96])
    expect(await getLogs({ fromBlock: 'earliest' })).toEqual(logsByBlock.flat())
    expect(await getLogs({ fromBlock: 'safe', toBlock: 'safe' })).toEqual(logsByBlock[88])
    // The chain is too short to have a finalized block.
    expect(await getLogs({ fromBlock: 'finalized' })).toEqual([])
  })

  it('resolves tags in the dialect geth as geth does', async () => {
    const geth = provide(chain, { rangeMax: 1000, resultsMax: 10_000 }, 'geth')
    const refused = { code: -32602, message: 'invalid block range params', data: undefined }
    // In geth, `latest` is above any number, even that of the head; an omitted end is `latest`.
    for (const filter of [{ toBlock: '0x60' }, { fromBlock: 'latest', toBlock: 'safe' }]) {
      expect(await failure(filter, geth)).toEqual(refused)
    }
    expect(await getLogs({ toBlock: '0x60' })).toEqual(logsByBlock[96])
    expect(await getLogs({ fromBlock: '0x60' }, geth)).toHaveLength(logsByBlock[96]?.length ?? 0)
    for (const filter of [{ fromBlock: 'finalized' }, { toBlock: 'finalized' }]) {
      expect(await failure(filter, geth)).toMatchObject({
        code: -32000,
        message: 'finalized header not found',
      })
    }
  })

  it('accepts member names in any case', async () => {
    const [log] = logsByBlock.flat()
    const { address, topics } = log as LogObject
    const lower = { fromBlock: '0x0', toBlock: 'latest', address, topics: [topics[0]] }
    const expected = await getLogs(lower)
    expect(expected.length).toBeLessThan(logsByBlock.flat().length)
    const upper = Object.entries(lower).map(([name, value]) => [name.toUpperCase(), value])
    expect(await getLogs(Object.fromEntries(upper))).toEqual(expected)
    const { hash: blockHash } = chain.tree.head
    expect(await getLogs({ BlockHash: blockHash })).toEqual(logsByBlock[96])
  })

  it('finds the logs of a block by its hash, on another branch too', async () => {
    const busy = logsByBlock.findIndex((logs) => logs.length > 3)
    const blockHash = chain.tree.byNumber(busy)?.hash
    expect(await getLogs({ blockHash })).toEqual(logsByBlock[busy])
    const branch = await chain.extendBranch(busy - 1, 'b', 6)
    for (const block of branch) {
      const found = await getLogs({ blockHash: block.hash })
      expect(found).toHaveLength(block.receipts.flatMap(({ logs }) => logs).length)
      for (const log of found) expect(log).toMatchObject({ blockHash: block.hash, removed: false })
    }
    expect(branch.some(({ receipts }) => receipts.some(({ logs }) => logs.length > 0))).toBe(true)
  })

  it('writes logs as receipts do in the dialect', async () => {
    const geth = provide(chain, { rangeMax: 100, resultsMax: 1000 }, 'geth')
    const number = toQuantity(logsByBlock.findIndex((logs) => logs.length > 0))
    const receipts = await geth.request({ method: 'eth_getBlockReceipts', params: [number] })
    const logs = (receipts as { logs: LogObject[] }[]).flatMap((receipt) => receipt.logs)
    expect(logs[0]).toHaveProperty('blockTimestamp')
    expect(await getLogs({ fromBlock: number, toBlock: number }, geth)).toEqual(logs)
  })

  it('refuses an unknown block', async () => {
    const blockHash = `0x${'00'.repeat(32)}`
    expect(await failure({ blockHash })).toMatchObject({ code: -32000, message: 'unknown block' })
  })

  it('refuses a range above its limit, and names a range that fits', async () => {
    const target = provide(chain, { rangeMax: 10, resultsMax: 10_000 })
    expect(await failure({ fromBlock: '0x5', toBlock: '0x1e' }, target)).toEqual({
      code: -32005,
      message: 'query exceeds max block range 10. Try with this block range [0x5, 0xe].',
      data: { from: '0x5', limit: 10, to: '0xe' },
    })
    await expect(getLogs({ fromBlock: '0x5', toBlock: '0xe' }, target)).resolves.toBeDefined()
  })

  it('refuses too many logs, and names ranges that return them all', async () => {
    const resultsMax = Math.max(...logsByBlock.map((logs) => logs.length))
    const target = provide(chain, { rangeMax: 1000, resultsMax })
    const found: LogObject[] = []
    let refusals = 0
    for (let from = 0; from <= 96; ) {
      const filter = { fromBlock: toQuantity(from), toBlock: 'latest' }
      const logs = await getLogs(filter, target).catch(({ code, message, data }) => {
        refusals++
        expect(code).toBe(-32005)
        expect(message).toBe(
          `query returned more than ${resultsMax} results. Try with this block range [${data.from}, ${data.to}].`,
        )
        expect(data).toMatchObject({ from: filter.fromBlock, limit: resultsMax })
        filter.toBlock = data.to
        return getLogs(filter, target)
      })
      found.push(...logs)
      from = filter.toBlock === 'latest' ? 97 : Number(filter.toBlock) + 1
    }
    expect(refusals).toBeGreaterThan(1)
    expect(found).toEqual(logsByBlock.flat())
  })

  it('names no range when a single block has too many logs', async () => {
    const target = provide(chain, { rangeMax: 1000, resultsMax: 1 })
    const busy = logsByBlock.findIndex((logs) => logs.length > 1)
    const [number, blockHash] = [toQuantity(busy), chain.tree.byNumber(busy)?.hash]
    for (const filter of [{ fromBlock: number, toBlock: number }, { blockHash }]) {
      expect(await failure(filter, target)).toEqual({
        code: -32005,
        message: 'query returned more than 1 results',
        data: { limit: 1 },
      })
    }
  })

  it('yields to other requests while it searches', async () => {
    // Simulates a slow machine: a time slice is over at every check of the clock.
    let milliseconds = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => {
      milliseconds += 10
      return milliseconds
    })
    const turns = await turnsDuring(() => getLogs({ fromBlock: 'earliest' }))
    now.mockRestore()
    expect(turns).toBeGreaterThan(96)
  })

  it('reads one branch to the end while the head moves', async () => {
    const endpoint = new Endpoint('moved', new Overlay(chain))
    const [side] = await chain.extendBranch(5, 'aside', 1)
    const dispatcher = createTestDispatcher()
    let pauses = 0
    const { key } = endpoint
    const call = dispatcher.call('eth_getLogs', [{ fromBlock: 'earliest' }], {
      client: {
        key,
        endpoint,
        dialect: dialects.infura,
        connection: endpoint,
        isClosed: () => false,
      },
      view: endpoint,
      runLong: (task) =>
        task(() => {
          if (++pauses === 10) endpoint.moveTo(side?.hash ?? '0x')
          return undefined
        }),
    })
    expect(decodeResult((await call) as Answer)).toEqual(logsByBlock.flat())
    expect(endpoint.head.number).toBe(6)
  })
})
