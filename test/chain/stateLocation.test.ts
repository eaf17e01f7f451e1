import { describe, expect, it } from 'vitest'
import type { Account } from '../../src/chain/accounts.ts'
import { createChain } from '../../src/chain/createChain.ts'

describe('chain.account', async () => {
  const chain = await createChain({ seed: 'state location', blocks: 3, preset: 'pow' })
  const { address } = chain.accounts[0] as Account

  it('takes a number, a hash or a tag', async () => {
    const first = await chain.account(address, { at: 0 })
    expect(first.balance).toBe(10n ** 24n)
    expect(await chain.account(address, { at: 'earliest' })).toEqual(first)
    const head = await chain.account(address)
    expect(await chain.account(address, { at: 3 })).toEqual(head)
    expect(await chain.account(address, { at: chain.head.hash })).toEqual(head)
  })

  it.each([
    [{ at: 4 }, 'at: there is no block 4'],
    [{ at: 'safe' }, 'at: there is no block safe'],
    [
      { at: -1 },
      'at: -1 is not a number, a hash or one of: latest, earliest, safe, finalized, pending',
    ],
    [{ at: 2n }, 'at: 2n is not a number, a hash or one of'],
    [{ at: 'lates' }, "at: 'lates' is not a number, a hash or one of"],
    [{ at: null }, 'at: null is not a number, a hash or one of'],
    [{ block: 2 }, 'block: there is no such field; those known are: at'],
    [2, 'options: 2 is not an object of at'],
  ])('refuses %o', async (options, message) => {
    await expect(chain.account(address, options as object)).rejects.toThrow(message)
  })
})
