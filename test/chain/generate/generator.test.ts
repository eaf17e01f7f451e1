import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'

it('lets servers read requests while it runs the transactions of a large block', async () => {
  const turnsOfBlock = async (count: number) => {
    const spec = { preset: 'latest', blocks: 0, transactionsPerBlock: [count, count] } as const
    const chain = await createChain(spec)
    const turns = await turnsDuring(() => chain.extend(1))
    expect(chain.head.transactions).toHaveLength(count)
    return turns
  }
  expect((await turnsOfBlock(60)) - (await turnsOfBlock(0))).toBeGreaterThanOrEqual(60 / 10)
})

it('adds one block at a time when several are requested together', async () => {
  const spec = { preset: 'pow', blocks: 0, transactionsPerBlock: [20, 20] } as const
  const together = await createChain(spec)
  // The engine is shared, and each of these yields to the event loop while it is in use.
  await Promise.all([together.extend(2), together.pendingBlock(), together.extend(1)])
  const oneByOne = await createChain({ ...spec, blocks: 3 })
  expect(together.head.hash).toBe(oneByOne.head.hash)
})
