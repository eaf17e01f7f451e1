import { expect, it } from 'vitest'
import { allowsTransaction } from '../../../src/chain/protocol/transactionTypes.ts'

it.each([
  ['chainstart', { type: 0 }, true],
  ['tangerineWhistle', { type: 0, chainId: 1n }, false],
  ['spuriousDragon', { type: 0, chainId: 1n }, true],
  ['muirGlacier', { type: 1, chainId: 1n }, false],
  ['berlin', { type: 1, chainId: 1n }, true],
  ['berlin', { type: 2, chainId: 1n }, false],
  ['london', { type: 2, chainId: 1n }, true],
  ['shanghai', { type: 3, chainId: 1n }, false],
  ['cancun', { type: 3, chainId: 1n }, true],
  ['cancun', { type: 4, chainId: 1n }, false],
  ['prague', { type: 4, chainId: 1n }, true],
  ['osaka', { type: 5, chainId: 1n }, false],
] as const)('%s, %o: %s', (fork, transaction, isAllowed) => {
  expect(allowsTransaction(fork, transaction)).toBe(isAllowed)
})
