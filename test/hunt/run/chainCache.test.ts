import { expect, test } from 'vitest'
import { ChainCache } from '../../../src/hunt/run/chainCache.ts'
import { ServedChains } from '../../../src/hunt/run/servedChains.ts'

const one = { seed: 'one', blocks: 2 }
const other = { seed: 'other', blocks: 2, chainId: 10 }

test('makes a chain once, whatever others a scenario has beside it', async () => {
  const cache = new ChainCache()
  const [served, second] = [new ServedChains(cache), new ServedChains(cache)]
  const alone = await served.get(new Map([[undefined, one]]))
  const both = await served.get(
    new Map([
      [undefined, other],
      ['beside', one],
    ]),
  )
  const elsewhere = await second.get(new Map([[undefined, other]]))
  expect(both.chains.get('beside')).toBe(alone.chains.get(undefined))
  expect(elsewhere.chains.get(undefined)).toBe(both.chains.get(undefined))
  expect(both.server).toBe(alone.server)
  expect(elsewhere.server).not.toBe(alone.server)
  await Promise.all([served.close(), second.close()])
})

test('makes a chain once, however often it is used', async () => {
  const cache = new ChainCache()
  const first = await cache.get(one)
  for (let run = 0; run < 400; run++) expect(await cache.get(one)).toBe(first)
})

test('tries again to make a chain that could not be made', async () => {
  const cache = new ChainCache()
  const wrong = { seed: 'wrong', blocks: -1 }
  await expect(cache.get(wrong)).rejects.toThrow('blocks')
  await expect(cache.get(wrong)).rejects.toThrow('blocks')
})

test('keeps the blocks of a run for the next one, but not those of all runs', async () => {
  const chain = await new ChainCache().get(one)
  const { children, tree } = chain
  const add = async (label: string, blocks: number) => {
    let last = tree.first
    for (let built = 0; built < blocks; built++) {
      last = await children.child(last, { branch: { label } })
      children.retain(last)
      children.release(last)
    }
    return last
  }
  const first = await add('first', 3)
  expect(tree.byHash(first.hash)).toBe(first)
  await add('others', 128)
  expect(tree.byHash(first.hash)).toBeUndefined()
})
