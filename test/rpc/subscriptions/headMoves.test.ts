import { afterEach, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { Overlay } from '../../../src/chain/private/overlay.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { decodeResult } from '../../../src/rpc/answer.ts'
import { headMoves } from '../../../src/rpc/subscriptions/headMoves.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import { Subscriber } from '../../support/subscriber.ts'

const chain = await createChain({ seed: 'head-moves', blocks: 12, preset: 'latest' })

let server: Server | undefined
afterEach(() => server?.close())

async function follow() {
  server = await serve(chain, { port: 0 })
  const client = await Subscriber.open(server.wsUrl)
  await client.subscribe('ommer_headMoves')
  const results = async () => (await client.received()).map(({ result }) => result)
  return { server, results }
}

const hashes = (blocks: readonly { readonly hash: string }[]) => blocks.map(({ hash }) => hash)

test('sends what each move removes and adds, with the tags after it', async () => {
  const { server, results } = await follow()
  await server.setFinality({ safe: 1, finalized: 3 })
  await results()
  const mined = await server.mine(2)
  const added = await server.reorg({ depth: 1, length: 2 })
  await server.rollback(1)
  const received = await results()
  expect(received).toMatchObject([
    { head: mined[1], removed: [], added: hashes(mined) },
    { head: added[1], removed: [mined[1]?.hash], added: hashes(added) },
    { head: added[0], removed: [added[1]?.hash], added: [] },
  ])
  const status = received.at(-1) as Record<'safe' | 'finalized', { readonly number: number }>
  expect(status.safe).toMatchObject({ number: Number(await numberOf(server, 'safe')) })
  expect(status.finalized).toMatchObject({ number: Number(await numberOf(server, 'finalized')) })
})

async function numberOf(server: Server, tag: string): Promise<string> {
  const params = [tag, false]
  const block = await server.request({ method: 'eth_getBlockByNumber', params })
  return (block as { readonly number: string }).number
}

test('sends a change of finality as a move that removes and adds nothing', async () => {
  const { server, results } = await follow()
  await server.setFinality({ safe: 1, finalized: 3 })
  const { head } = server
  const still = { head, removed: [], added: [] }
  const [safe, finalized] = [{ number: 11 }, { number: 9 }]
  expect(await results()).toMatchObject([{ ...still, safe, finalized }])
  await server.setFinality({ safe: 1, finalized: 3 })
  expect(await results()).toEqual([])
  await server.setFinality('absent')
  expect(await results()).toEqual([{ ...still, safe: null, finalized: null }])
})

test('does not count as a subscription of a client under test', async () => {
  const { server } = await follow()
  const within = { timeout: 1 }
  await expect(server.subscribed('newHeads', within)).rejects.toThrow('0 of 1 subscriptions')
})

test('merges what a client does not read into one move', async () => {
  const endpoint = new Endpoint('unread', new Overlay(chain))
  const { queue } = headMoves(endpoint)
  const stop = queue?.watch(() => {})
  for (let count = 0; count < 100; count++) endpoint.moveTo(count % 2 === 0 ? 5 : 7)
  endpoint.moveTo(9)
  const answer = queue?.take()
  expect(decodeResult(answer as string)).toMatchObject({
    head: { number: 9 },
    removed: [12, 11, 10].map((number) => chain.blockByNumber(number)?.hash),
    added: [],
  })
  expect(queue?.take()).toBeUndefined()
  stop?.()
})

test('names at most 1024 blocks that were added', async () => {
  const endpoint = new Endpoint('long', new Overlay(chain))
  endpoint.moveTo(0)
  const { queue } = headMoves(endpoint)
  const stop = queue?.watch(() => {})
  await endpoint.forward(1100)
  const move = decodeResult(queue?.take() as string) as Record<'added', string[]>
  expect(move.added).toHaveLength(1024)
  expect(move.added.at(-1)).toBe(endpoint.head.hash)
  expect(move).toMatchObject({ omitted: 76 })
  stop?.()
})
