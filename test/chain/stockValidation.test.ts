import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GENESIS_BALANCE } from '../../src/chain/accounts.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { StockNode } from '../support/stockNode.ts'

/** Hands every block to a stock node, the uncles' blocks before the block that includes them. */
async function validate(chain: Chain): Promise<{ uncles: number }> {
  const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
  let uncles = 0
  for (let number = 1; number <= chain.tree.head.number; number++) {
    const block = chain.blockByNumber(number)
    for (const { hash } of block?.uncles ?? []) {
      const uncle = chain.tree.byHash(hash)
      expect(uncle).toBeDefined()
      if (uncle) await node.accept(uncle)
      uncles++
    }
    const sealed = chain.tree.byNumber(number)
    if (sealed) await node.accept(sealed)
  }
  return { uncles }
}

describe('a chain of preset pow', () => {
  it('is accepted by stock @ethereumjs, block by block and uncle by uncle', async () => {
    const chain = await createChain({ seed: 'stock', blocks: 64, preset: 'pow' })
    const { uncles } = await validate(chain)
    expect(uncles).toBeGreaterThan(8)
  })

  it.each(['history', 'eras', 'latest'] as const)('%s', async (preset) => {
    await validate(await createChain({ seed: 'stock', blocks: 128, preset }))
  })

  it('is so whatever the seed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        await validate(await createChain({ seed, blocks: 20, preset: 'pow' }))
      }),
      { numRuns: 20 },
    )
  })
})
