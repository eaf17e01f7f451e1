import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChain, type ServedEndpoint, serve } from '../src/index.ts'
import { recheck, type ServedBlock } from './support/recheck.ts'

async function ask<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: T }).result
}

async function recheckServed({ url }: Pick<ServedEndpoint, 'url'>, number: number) {
  const at = `0x${number.toString(16)}`
  const block = await ask<ServedBlock>(url, 'eth_getBlockByNumber', [at, true])
  const receipts = await ask<Record<string, unknown>[]>(url, 'eth_getBlockReceipts', [at])
  const uncles: Record<string, unknown>[] = []
  for (const index of block.uncles.keys()) {
    uncles.push(
      await ask(url, 'eth_getUncleByBlockNumberAndIndex', [at, `0x${index.toString(16)}`]),
    )
  }
  return { block, receipts, uncles, problems: await recheck(block, receipts, uncles) }
}

describe('what is served', () => {
  it('adds up, whatever the seed: hashes, roots, blooms, sums and senders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (seed) => {
        const chain = await createChain({ seed, blocks: 16, preset: 'pow' })
        const server = await serve(chain, { port: 0 })
        try {
          for (let number = 0; number <= 16; number++) {
            expect((await recheckServed(server, number)).problems).toEqual([])
          }
        } finally {
          await server.close()
        }
      }),
      { numRuns: 20 },
    )
  })

  it('would be caught if a single field were wrong', async () => {
    const server = await serve(await createChain({ blocks: 16 }), { port: 0 })
    try {
      let served = await recheckServed(server, 2)
      const isRich = ({ block }: typeof served) =>
        block.uncles.length > 0 && block.transactions.length > 0
      for (let number = 3; !isRich(served); number++) {
        served = await recheckServed(server, number)
      }
      const { block, receipts, uncles } = served
      const [transaction] = block.transactions
      const [receipt] = receipts
      const [uncle] = uncles
      const wrong = [
        [{ ...block, gasUsed: '0x1' }, receipts, uncles],
        [{ ...block, transactions: [{ ...transaction, value: '0x1' }] }, receipts, uncles],
        [block, [{ ...receipt, logsBloom: `0x${'11'.repeat(256)}` }], uncles],
        [block, [], uncles],
        [block, receipts, [{ ...uncle, miner: `0x${'11'.repeat(20)}` }]],
        [{ ...block, size: '0x1' }, receipts, uncles],
      ] as const
      for (const [wrongBlock, wrongReceipts, wrongUncles] of wrong) {
        const problems = await recheck(wrongBlock as ServedBlock, wrongReceipts, wrongUncles)
        expect(problems).not.toEqual([])
      }
    } finally {
      await server.close()
    }
  })
})
