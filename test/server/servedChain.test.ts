import { expect, it } from 'vitest'
import { serveChain } from '../support/clients/servedChain.ts'

const served = await serveChain()

it('includes everything that clients may misread', () => {
  const transactions = served.blocks.flatMap((block) => block.transactions)
  const receipts = served.blocks.flatMap((block) => block.receipts)
  expect(new Set(transactions.map(({ type }) => type))).toEqual(new Set([0, 1, 2]))
  const legacy = transactions.filter(({ type }) => type === 0)
  expect(legacy.some(({ chainId }) => chainId === undefined)).toBe(true)
  expect(legacy.some(({ chainId }) => chainId === 1337n)).toBe(true)
  expect(transactions.some(({ to }) => to === null)).toBe(true)
  expect(transactions.some(({ accessList }) => accessList?.[0]?.storageKeys.length)).toBe(true)
  expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([0, 1]))
  expect(receipts.some(({ logs }) => logs.length > 1)).toBe(true)
  // Only a number with leading zeros shows whether r and s are DATA or QUANTITY.
  expect(transactions.some(({ r, s }) => r >> 248n === 0n || s >> 248n === 0n)).toBe(true)
  expect(served.blocks.some((block) => block.transactions.length === 0)).toBe(true)
  expect(new Set(served.pending.transactions.map(({ type }) => type))).toEqual(new Set([0, 1, 2]))
})
