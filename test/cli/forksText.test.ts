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
    /^berlin, then paris at block 3, then shanghai at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  )
  const timestamp = 2 ** 40
  expect(await textOf({ paris: 0, bpo2: 0, amsterdam: { timestamp } }, 1)).toBe(
    'bpo2, then amsterdam at +036812-02-20T00:36:16Z',
  )
})
