import { expect, it } from 'vitest'
import { LeftTransactions, type NumberedTransaction } from '../../src/endpoint/leftTransactions.ts'
import { transaction } from '../support/pooledTransactions.ts'

/** Of 100 bytes. */
const numbered = (number: number) => ({ ...transaction(), number }) as NumberedTransaction

const [one, two, three] = [numbered(1), numbered(2), numbered(3)] as const

it('forgets first those that are undone, then the oldest', () => {
  const left = new LeftTransactions(200)
  left.keep(one)
  left.keepUndone(two)
  left.keep(three)
  expect(left.getUndone(two.hash)).toBeUndefined()
  expect([left.get(one.hash), left.get(three.hash)]).toEqual([one, three])
  left.keep(two)
  expect(left.get(one.hash)).toBeUndefined()
  expect(left.bytes).toBe(200)
})

it('forgets on demand as many bytes, undone ones first', () => {
  const left = new LeftTransactions(1000)
  left.keep(one)
  left.keepUndone(two)
  left.keep(three)
  left.forgetOldest(101)
  expect(left.getUndone(two.hash)).toBeUndefined()
  expect([left.get(one.hash), left.get(three.hash)]).toEqual([undefined, three])
  left.forgetOldest(1)
  expect([left.isEmpty, left.bytes]).toEqual([true, 0])
})

it('has each once: known, or undone', () => {
  const left = new LeftTransactions(1000)
  left.keep(one)
  left.keep(one)
  left.keepUndone(one)
  expect([left.get(one.hash), left.getUndone(one.hash)]).toEqual([undefined, one])
  left.keep(one)
  expect([left.get(one.hash), left.getUndone(one.hash)]).toEqual([one, undefined])
  expect(left.bytes).toBe(100)
})

it('forgets one by its hash, and says whether clients could know it', () => {
  const left = new LeftTransactions(1000)
  left.keep(one)
  left.keepUndone(two)
  left.forgetUndone(one.hash)
  expect(left.forget(one.hash)).toBe(true)
  expect(left.forget(two.hash)).toBe(false)
  expect(left.bytes).toBe(0)
  expect(left.isEmpty).toBe(true)
})
