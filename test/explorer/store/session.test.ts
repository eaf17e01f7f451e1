import { afterEach, describe, expect, it, vi } from 'vitest'
import { mayMove } from '../../../src/explorer/store/permissions.ts'
import { FakeChain, hashOf } from '../support/fakeChain.ts'
import { FakeServer, type Methods, settle } from '../support/fakeServer.ts'
import { sessionOf } from '../support/sessionOf.ts'

afterEach(() => vi.useRealTimers())

async function open(methods: Methods) {
  const server = new FakeServer(methods)
  const session = sessionOf(server)
  server.accept()
  await settle()
  return { server, session }
}

describe('Session', () => {
  it('knows the head and what the key may do', async () => {
    const { session } = await open(new FakeChain(20).methods({ dev: true }))
    expect(session.head.value).toEqual({ number: 20, hash: hashOf('main', 20) })
    expect(session.permissions.value).toMatchObject({ methods: 'all', dev: true, chainId: 1337 })
    expect(mayMove(session.permissions.value)).toBe(true)
    expect(session.pending.value).toMatchObject({ number: 21 })
  })

  it('follows the head, and loads only what a reorg has changed', async () => {
    const chain = new FakeChain(120)
    const { server, session } = await open(chain.methods())
    session.tree.value?.need(100, 120)
    await settle()
    const move = chain.reorg(2, 3, 'b')
    server.notify('ommer_headMoves', move)
    expect(session.head.value).toEqual({ number: 121, hash: hashOf('b', 121) })
    expect(session.lastMove.value).toEqual(move)
    await settle()
    expect(server.messages.at(-1)).toMatchObject({ params: [{ from: 110, to: 121 }] })
    const blocks = session.tree.value?.blocksAround(100, 121) ?? []
    expect(blocks.filter(({ number }) => number === 120)).toHaveLength(2)
  })

  it('loads everything again after a move that is too long for a notification', async () => {
    const chain = new FakeChain(120)
    const { server, session } = await open(chain.methods())
    session.tree.value?.need(100, 120)
    await settle()
    server.notify('ommer_headMoves', { ...chain.reorg(2, 3, 'b'), omitted: 7 })
    await settle()
    expect(server.messages.at(-1)).toMatchObject({ params: [{ from: 0, to: 127 }] })
    expect(session.head.value?.number).toBe(121)
  })

  it('loads again what it shows after a lost connection', async () => {
    const chain = new FakeChain(20)
    const { server, session } = await open(chain.methods())
    session.tree.value?.need(0, 20)
    await settle()
    server.drop()
    chain.mine()
    server.elapse()
    server.accept()
    await settle()
    expect(session.head.value?.number).toBe(21)
    expect(server.subscribed).toEqual(['ommer_headMoves', 'newPendingTransactions'])
  })

  it('says what the server answered when it can show nothing', async () => {
    const { session } = await open({
      ommer_explorer: () => {
        throw { code: -32603, message: 'internal error' }
      },
    })
    expect(session.problem.value?.message).toBe('internal error')
  })

  it('shows the first view of a long chain with few requests', async () => {
    const { server, session } = await open(new FakeChain(3000).methods())
    session.tree.value?.need(2900, 3000)
    await settle()
    expect(server.messages.length).toBeLessThanOrEqual(6)
  })
})

describe('with only the five methods', () => {
  const quantity = (value: number) => `0x${value.toString(16)}`

  function coreMethods(chain: FakeChain): Methods {
    return {
      eth_getBlockByNumber: (name: string) => {
        const number = name === 'latest' ? chain.head.number : Number(name)
        const block = chain.tree(number, number).blocks.find(({ isCanonical }) => isCanonical)
        if (block === undefined) return null
        const { timestamp, gasUsed, gasLimit } = block
        return {
          ...block,
          number: quantity(number),
          timestamp: quantity(timestamp),
          gasUsed: quantity(gasUsed),
          gasLimit: quantity(gasLimit),
          transactions: [],
        }
      },
    }
  }

  it('reads blocks, hides the rest, and subscribes to nothing', async () => {
    const { server, session } = await open(coreMethods(new FakeChain(30)))
    expect(session.permissions.value).toMatchObject({ methods: 'core', dev: false, contracts: 0 })
    session.tree.value?.need(0, 30)
    await settle()
    expect(session.tree.value?.blocksAround(0, 30)).toHaveLength(31)
    expect(server.called).not.toContain('eth_subscribe')
    expect(server.messages.length).toBeLessThanOrEqual(40)
  })

  it('notices a reorg, and keeps the blocks that it removed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const chain = new FakeChain(30)
    const { session } = await open(coreMethods(chain))
    session.tree.value?.need(0, 30)
    await settle()
    chain.reorg(2, 3, 'b')
    vi.advanceTimersByTime(2_000)
    await settle()
    await settle()
    expect(session.head.value).toEqual({ number: 31, hash: hashOf('b', 31) })
    const blocks = session.tree.value?.blocksAround(0, 31) ?? []
    expect(
      blocks
        .filter(({ isCanonical }) => !isCanonical)
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual([hashOf('main', 29), hashOf('main', 30)])
  })
})
