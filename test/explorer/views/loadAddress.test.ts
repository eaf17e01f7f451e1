// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { loadActivity } from '../../../src/explorer/views/loadAddress.ts'
import { FakeChain } from '../support/fakeChain.ts'
import { FakeServer } from '../support/fakeServer.ts'
import { rpcBlock } from '../support/rpcBlock.ts'
import { sessionOf } from '../support/sessionOf.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`

/** The numbers of the blocks that a search up to `to` reads, on a chain of 101 blocks. */
async function searched(to: number, pinned?: number) {
  const asked: number[] = []
  const server = new FakeServer({
    ...new FakeChain(100, pinned).methods(),
    eth_getBlockByNumber: (name: string) => {
      asked.push(Number(name))
      return { ...rpcBlock, number: name, transactions: [] }
    },
  })
  const session = sessionOf(server)
  server.accept()
  await vi.waitFor(() => expect(session.head.value?.number).toBe(100))
  const { from } = await loadActivity(session, ADDRESS, to, false)
  return { from, asked }
}

it('searches 64 blocks, and no more than there are', async () => {
  expect(await searched(100)).toEqual({
    from: 37,
    asked: Array.from({ length: 64 }, (_, index) => 100 - index),
  })
  expect(await searched(2)).toEqual({ from: 0, asked: [2, 1, 0] })
})

it('searches blocks below the pinned one of a fork only when asked', async () => {
  expect(await searched(100, 98)).toEqual({ from: 98, asked: [100, 99, 98] })
  expect((await searched(97, 98)).from).toBe(34)
})
