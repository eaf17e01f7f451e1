import { beforeAll, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'

const to = `0x${'ab'.repeat(20)}` as const

let chain: Chain
let from: Account

beforeAll(async () => {
  chain = await createChain({ blocks: 0, preset: 'latest' })
  ;[from] = chain.accounts as [Account]
})

it.each<[what: string, write: (block: BlockAuthor) => Promise<unknown>, problem: RegExp]>([
  [
    'a transaction',
    (block) => block.add({ from, to, gass: 1n } as never),
    /^block 1: gass: there is no such field; .*; did you mean gas\?$/,
  ],
  [
    'an authorization',
    (block) => block.add({ from, to, type: 4, authorizations: [{ from, adress: to } as never] }),
    /^block 1: authorizations\[0\]\.adress: .*; did you mean address\?$/,
  ],
  [
    'a withdrawal',
    (block) => block.addWithdrawal({ address: to, amount: 1n } as never),
    /^block 1: amount: there is no such field; those known are: address, amountGwei, validator/,
  ],
])('refuses an unknown field of %s, with a suggestion', async (_, write, problem) => {
  const built = chain.build(1, async (block) => void (await write(block)))
  await expect(built).rejects.toThrow(problem)
  await expect(built).rejects.toMatchObject({ code: expect.stringMatching(/^INVALID_/) })
  expect(chain.head.header.number).toBe(0)
})
