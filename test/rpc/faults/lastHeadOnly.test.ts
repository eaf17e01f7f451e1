import { expect, test, vi } from 'vitest'
import { serveForTests } from '../../support/serving.ts'

const { server } = await serveForTests({
  seed: 'last head',
  blocks: 4,
  preset: 'pow',
  transactionsPerBlock: [6, 8],
})

interface Message {
  readonly data: { readonly result: { readonly number?: string; readonly blockNumber?: string } }
}

test('newHeads has the last block of each move, and logs have all', async () => {
  const endpoint = server.endpoint('watched', { faults: [{ fault: { kind: 'lastHeadOnly' } }] })
  const heads: string[] = []
  const logBlocks = new Set<string>()
  endpoint.on('message', (({ data: { result } }: Message) => {
    if (result.number !== undefined) heads.push(result.number)
    if (result.blockNumber !== undefined) logBlocks.add(result.blockNumber)
  }) as never)
  await endpoint.request({ method: 'eth_subscribe', params: ['newHeads'] })
  await endpoint.request({ method: 'eth_subscribe', params: ['logs', {}] })
  await endpoint.mine(3)
  await endpoint.reorg({ depth: 2, length: 3 })
  await endpoint.mine(1)
  await vi.waitFor(() => expect(heads).toEqual(['0x7', '0x8', '0x9']), 60_000)
  expect([...logBlocks].some((number) => !heads.includes(number))).toBe(true)
  const lost = endpoint.faultLog().map(({ kind, detail }) => `${kind} ${detail}`)
  expect(lost).toHaveLength(4)
  expect(new Set(lost)).toEqual(
    new Set([expect.stringMatching(/^lastHeadOnly newHeads 0x1: lost$/)]),
  )
})
