import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import type { BlockPosition } from '../../src/moves/blockPosition.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/hex.ts'
import { serve } from '../../src/server/serve.ts'
import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import { callEverything } from '../support/callEverything.ts'
import { recheck, type ServedBlock } from '../support/recheck.ts'
import { serveForTests } from '../support/serving.ts'
import { post, request } from '../support/transports.ts'

const spec = {
  seed: 'handles',
  blocks: 12,
  preset: 'pow',
  transactionsPerBlock: [2, 4],
  finality: { safe: 2, finalized: 4 },
} as const

const { server, chain } = await serveForTests(spec, { anyKey: true })

const ask = <T = Record<string, unknown> | null>(
  endpoint: Pick<ServedEndpoint, 'request'>,
  method: string,
  params: readonly unknown[] = [],
) => endpoint.request({ method, params }) as Promise<T>

const headOf = ({ tree: { head } }: Chain) => ({ number: head.number, hash: head.hash })

describe('a served endpoint', () => {
  it('moves on its own, with all of its answers', async () => {
    const endpoint = server.endpoint('mover')
    const other = server.endpoint('other')
    expect(endpoint.head).toEqual(headOf(chain))
    expect(endpoint.truth().map(({ hash }) => hash)).toEqual(
      Array.from({ length: 13 }, (_, number) => chain.blockByNumber(number)?.hash),
    )
    const left = chain.tree.head
    const added = await endpoint.reorg({ depth: 2 })
    expect(added.map(({ number }) => number)).toEqual([11, 12, 13])
    expect(added.map((block) => Object.keys(block))).toEqual(added.map(() => ['number', 'hash']))
    expect(endpoint.head).toEqual(added[2])
    for (const still of [server, other]) {
      expect(still.head).toEqual(headOf(chain))
      expect(await ask(still, 'eth_blockNumber')).toBe('0xc')
    }
    expect(await ask(endpoint, 'eth_blockNumber')).toBe('0xd')
    const overHttp = await post(endpoint.url, request('eth_getBlockByNumber', ['0xc', false]))
    expect(await overHttp.json()).toMatchObject({ result: { hash: added[1]?.hash } })
    const finalized = await ask(endpoint, 'eth_getBlockByNumber', ['finalized', false])
    expect(finalized).toMatchObject({ number: '0x9' })

    const dropped = { blockHash: left.hash, requireCanonical: true }
    expect(await ask(endpoint, 'eth_getBlockReceipts', [dropped])).toBeNull()
    expect(await ask(server, 'eth_getBlockReceipts', [dropped])).not.toBeNull()
    expect(await ask(endpoint, 'eth_getBlockByHash', [left.hash, false])).not.toBeNull()
    const range = { fromBlock: '0xb', toBlock: 'latest' }
    const logs = await ask<{ blockHash: Hex }[]>(endpoint, 'eth_getLogs', [range])
    expect(logs.length).toBeGreaterThan(0)
    const hashes = added.map(({ hash }) => hash)
    for (const { blockHash } of logs) expect(hashes).toContain(blockHash)
  })

  it('gives consistent answers of its branch', async () => {
    const endpoint = server.endpoint('everything')
    await endpoint.reorg({ depth: 3 })
    await endpoint.increaseTime(100)
    const [timed] = (await endpoint.mine()) as [BlockPosition]
    const sealed = async (number: number) => {
      const { hash } = (await ask(endpoint, 'eth_getBlockByNumber', [
        toQuantity(number),
        false,
      ])) as {
        hash: Hex
      }
      return chain.tree.byHash(hash) as SealedBlock
    }
    const blocks = await Promise.all(Array.from({ length: 15 }, (_, number) => sealed(number)))
    // The requests are for objects that exist in this view.
    const seen = {
      tree: { head: blocks[14] },
      blockByNumber: (number: number) => decodeBlock(blocks[number] as SealedBlock),
    } as unknown as Chain
    const canonical = new Set<unknown>(blocks.map(({ hash }) => hash))
    let calls = 0
    for await (const { method, params, result } of callEverything(seen, endpoint)) {
      calls++
      const isOfTheView = !method.includes('ByHash') && !method.includes('ByBlockHash')
      const { blockHash } = (result ?? {}) as { blockHash?: unknown }
      if (!isOfTheView || typeof blockHash !== 'string') continue
      expect(canonical, `${method} ${JSON.stringify(params)}`).toContain(blockHash)
    }
    expect(calls).toBeGreaterThan(500)

    let parentTotalDifficulty = BigInt(blocks[9]?.totalDifficulty ?? 0n)
    for (let number = 10; number <= 14; number++) {
      const at = toQuantity(number)
      const block = await ask<ServedBlock>(endpoint, 'eth_getBlockByNumber', [at, true])
      const receipts = await ask<Record<string, unknown>[]>(endpoint, 'eth_getBlockReceipts', [at])
      const uncles = await Promise.all(
        block.uncles.map((_, index) =>
          ask<Record<string, unknown>>(endpoint, 'eth_getUncleByBlockNumberAndIndex', [
            at,
            toQuantity(index),
          ]),
        ),
      )
      expect(await recheck({ block, receipts, uncles }, parentTotalDifficulty)).toEqual([])
      parentTotalDifficulty = BigInt(block.totalDifficulty as Hex)
      if (number === 14) expect(block.hash).toBe(timed.hash)
    }
  })

  it('runs its operations one after the other', async () => {
    const endpoint = server.endpoint('turns')
    const [id, mined, , increased, , later, reverted, head] = await Promise.all([
      endpoint.snapshot(),
      endpoint.mine(2, { secondsBetween: 3 }),
      endpoint.rollback(1),
      endpoint.increaseTime(5),
      endpoint.setFinality('absent'),
      endpoint.mine(),
      endpoint.revert(1),
      endpoint.advanceTo(14),
    ])
    expect([id, increased, reverted]).toEqual([1, 5, true])
    expect(later[0]?.hash).not.toBe(mined[1]?.hash)
    expect(endpoint.head).toEqual(head)
    expect(head.number).toBe(14)
    expect(await ask(endpoint, 'eth_getBlockByNumber', ['finalized', false])).not.toBeNull()
    await endpoint.setNextBlockTimestamp(2_000_000_000)
    await endpoint.mine()
    const latest = await ask(endpoint, 'eth_getBlockByNumber', ['latest', false])
    expect(latest?.timestamp).toBe(toQuantity(2_000_000_000))
    await expect(endpoint.revert(2)).resolves.toBe(false)
    await expect(endpoint.rollback(99)).rejects.toMatchObject({ code: 'ROLLBACK_TOO_DEEP' })
  })

  it('starts at the given head', async () => {
    const behind = server.endpoint('behind', { head: 5, finality: { safe: 0, finalized: 1 } })
    expect(behind.head.number).toBe(5)
    const final = await ask(behind, 'eth_getBlockByNumber', ['finalized', false])
    expect(final?.number).toBe('0x4')
    const side = await server.endpoint('side').reorg({ depth: 1 })
    const { hash } = side[0] as BlockPosition
    expect(server.endpoint('by-hash', { head: hash }).head.hash).toBe(hash)
    const lagging = server.endpoint('lagging', { lag: { behind: 'behind', blocks: 2 } })
    expect(lagging.head.number).toBe(3)
    await behind.mine()
    expect(lagging.head.number).toBe(4)
  })

  it.each([
    ['NO_SUCH_BLOCK', { head: 999 }],
    ['NO_SUCH_BLOCK', { head: `0x${'00'.repeat(32)}` as Hex }],
    ['INVALID_ARGUMENT', { finality: { safe: 2, finalized: 1 } }],
    ['UNKNOWN_ENDPOINT', { lag: { behind: 'a b', blocks: 1 } }],
    ['LAG_LOOP', { lag: { behind: 'refused', blocks: 1 } }],
    ['INVALID_OPTION', { lag: { behind: 'dev', blocks: -1 } }],
    ['INVALID_OPTION', { lag: { behind: 7 as never, blocks: 1 } }],
    ['INVALID_OPTION', { lag: 3 as never }],
    ['INVALID_OPTION', { lag: { behind: 'dev', by: 1 } as never }],
    ['INVALID_OPTION', { head: -1 }],
    ['INVALID_OPTION', { head: 1.5 }],
    ['INVALID_OPTION', { head: '5' as Hex }],
    ['INVALID_OPTION', { head: `0x${'AA'.repeat(32)}` as Hex }],
    ['INVALID_OPTION', { head: null as never }],
    ['INVALID_OPTION', { head: 1, lag: { behind: 'dev', blocks: 1 } }],
  ])('is refused with %s as %o, and is not created', (code, options) => {
    expect(() => server.endpoint('refused', options)).toThrow(expect.objectContaining({ code }))
    expect(server.endpoint('refused', { head: 2 }).head.number).toBe(2)
    void server.endpoint('refused').close()
  })

  it('cannot change its options after it is created', () => {
    server.endpoint('there')
    for (const options of [{ head: 3 }, { lag: { behind: 'dev', blocks: 1 } }]) {
      expect(() => server.endpoint('there', options)).toThrow(
        expect.objectContaining({ code: 'ENDPOINT_EXISTS' }),
      )
    }
  })
})

it.each([{}, null, 5, { behind: 'dev', blocks: -1 }, { behind: 'dev', by: 1 }])(
  'cannot lag as %j',
  async (lag) => {
    const endpoint = server.endpoint('not-lagging')
    const error = { code: 'INVALID_OPTION', message: expect.stringMatching(/^lag/) }
    await expect(endpoint.setLag(lag as never)).rejects.toMatchObject(error)
    expect(endpoint.head).toEqual(headOf(chain))
  },
)

describe('an unknown option of a move', () => {
  const refused: [string, (endpoint: ServedEndpoint) => Promise<unknown>][] = [
    [
      'reorg.lenght: there is no such field; those known are: depth, length, transactions, force; did you mean length?',
      (to) => to.reorg({ depth: 2, lenght: 1 } as never),
    ],
    [
      'options.secondsBetwen: there is no such field; those known are: secondsBetween, timestamp; did you mean secondsBetween?',
      (to) => to.mine(1, { secondsBetwen: 3 } as never),
    ],
    [
      'lag.lag: there is no such field; those known are: behind, blocks',
      (to) => to.setLag({ behind: 'dev', blocks: 1, lag: 2 } as never),
    ],
    [
      'finality.final: there is no such field; those known are: safe, finalized, fromFirst',
      (to) => to.setFinality({ safe: 1, finalized: 2, final: 3 } as never),
    ],
  ]
  it.each(refused)('is refused: %s', async (message, move) => {
    const endpoint = server.endpoint('misspelt')
    await expect(move(endpoint)).rejects.toMatchObject({ message })
    expect(endpoint.head).toEqual(headOf(chain))
  })

  it.each([{ depth: 2, force: 'yes' }, [], { depth: 2, force: null }])(
    'and %j for a reorg',
    async (options) => {
      const refused = server.endpoint('misspelt').reorg(options as never)
      await expect(refused).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    },
  )

  it('is refused with the words for a missing one', async () => {
    const endpoint = server.endpoint('misspelt')
    const missing = 'it is missing; want a whole number of at least'
    await expect(endpoint.reorg({} as never)).rejects.toThrow(`depth: ${missing} 1`)
    const refused = endpoint.setFinality({ safe: 1 } as never)
    await expect(refused).rejects.toThrow(`finality.finalized: ${missing} 0`)
  })

  it.each([undefined, { number: 14 }, true])('and %j for advanceTo', async (block) => {
    const refused = server.endpoint('misspelt').advanceTo(block as never)
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})

it('cancels moves in progress when the server closes', async () => {
  const closing = await serve(chain, { port: 0 })
  const ends: unknown[] = []
  closing.on('disconnect', ({ code }) => ends.push(code))
  const mining = expect(closing.mine(1_000_000)).rejects.toMatchObject({ code: 'CLOSED' })
  await closing.close()
  await mining
  await expect(ask(closing, 'eth_chainId')).rejects.toMatchObject({ code: 4900 })
  expect(ends).toEqual([4900])
})

describe('closing an endpoint', () => {
  it('closes its clients and removes its key, and leaves the others', async () => {
    const endpoint = server.endpoint('closing')
    const socket = new WebSocket(endpoint.wsUrl)
    const otherSocket = new WebSocket(server.wsUrl)
    await Promise.all([once(socket, 'open'), once(otherSocket, 'open')])
    const body = request('eth_blockNumber')
    expect((await post(endpoint.url, body)).status).toBe(200)
    const closed = once(socket, 'close')
    await endpoint.close()
    expect((await closed)[0]).toBe(1001)
    // Also on a connection that was accepted before.
    expect((await post(endpoint.url, body)).status).toBe(401)
    await expect(ask(endpoint, 'eth_blockNumber')).rejects.toMatchObject({ code: 4900 })
    await expect(endpoint.mine()).rejects.toMatchObject({ code: 'CLOSED' })
    await endpoint.close()

    expect((await post(server.url, body)).status).toBe(200)
    const answered = once(otherSocket, 'message')
    otherSocket.send(body)
    expect(String((await answered)[0])).toContain('0xc')
    otherSocket.terminate()

    const anew = server.endpoint('closing', { head: 7 })
    expect(await (await post(anew.url, body)).json()).toMatchObject({ result: '0x7' })
    // The endpoint that was closed before is unrelated to this one.
    await endpoint.close()
    expect((await post(anew.url, body)).status).toBe(200)
  })
})
