import { expect, it } from 'vitest'
import { forksText } from '../../src/cli/forksText.ts'
import { createChain } from '../../src/index.ts'

const textOf = async (forks: object, blocks: number) => {
  const { rules, tree } = await createChain({ preset: 'latest', forks, blocks, accounts: 2 })
  return forksText(rules.forks, tree.head)
}

it('names the fork of the head, and those that come', async () => {
  expect(await textOf({ paris: 0, bpo2: 0 }, 0)).toBe('bpo2')
  expect(await textOf({ berlin: 1, paris: 3, shanghai: 5 }, 1)).toMatch(
    /^berlin, then paris at block 3, then shanghai at time \d{10}$/,
  )
  const timestamp = 2 ** 40
  expect(await textOf({ paris: 0, bpo2: 0, amsterdam: { timestamp } }, 1)).toBe(
    'bpo2, then amsterdam at time 1099511627776',
  )
})

it('knows times that are in no calendar, as genesis files have them', async () => {
  const { tree } = await createChain({ preset: 'latest', blocks: 0, accounts: 2 })
  const forks = [
    { name: 'paris', at: { block: 0 } },
    { name: 'amsterdam', at: { timestamp: 2 ** 53 - 1 } },
  ] as const
  expect(forksText(forks, tree.head)).toBe('paris, then amsterdam at time 9007199254740991')
})
