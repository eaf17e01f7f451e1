import { expect, it } from 'vitest'
import { LeftTransactions } from '../../src/endpoint/leftTransactions.ts'
import type { NumberedTransaction } from '../../src/endpoint/numberedTransactions.ts'
import { transaction } from '../support/pooledTransactions.ts'

/** Of 100 bytes. */
const numbered = (number: number) => ({ ...transaction(), number }) as NumberedTransaction

const [one, two, three] = [numbered(1), numbered(2), numbered(3)] as const

it('names those that were sent after others, and are not undone', () => {
  const left = new LeftTransactions()
  for (const each of [three, one]) left.keep(each)
  left.keepUndone(two)
  expect(left.since(0)).toEqual([three.hash, one.hash])
  expect(left.since(1)).toEqual([three.hash])
  expect(left.since(3)).toEqual([])
})

it('forgets those that are undone and were sent after others', () => {
  const left = new LeftTransactions()
  for (const each of [one, two]) left.keepUndone(each)
  left.keep(three)
  expect(left.forgetUndoneAfter(1)).toEqual([two.hash])
  expect([one, two].map(({ hash }) => left.getUndone(hash))).toEqual([one, undefined])
  expect(left.get(three.hash)).toBe(three)
  expect(left.bytes).toBe(200)
})

it('has each once: known, or undone', () => {
  const left = new LeftTransactions()
  left.keep(one)
  left.keep(one)
  left.keepUndone(one)
  expect([left.get(one.hash), left.getUndone(one.hash)]).toEqual([undefined, one])
  left.keep(one)
  expect([left.get(one.hash), left.getUndone(one.hash)]).toEqual([one, undefined])
  expect(left.bytes).toBe(100)
})

it('forgets one by its hash, and says whether clients could know it', () => {
  const left = new LeftTransactions()
  left.keep(one)
  left.keepUndone(two)
  left.forgetUndone(one.hash)
  expect(left.forget(one.hash)).toBe(true)
  expect(left.forget(two.hash)).toBe(false)
  expect(left.bytes).toBe(0)
  expect(left.isEmpty).toBe(true)
})

it('reads only the newest ones to name and forget those after others', () => {
  const left = new LeftTransactions()
  let reads = 0
  const counted = (number: number) =>
    ({
      ...transaction(),
      get number() {
        reads++
        return number
      },
    }) as NumberedTransaction
  for (let number = 1; number <= 4000; number++) left.keep(counted(number))
  for (let number = 4001; number <= 8000; number++) left.keepUndone(counted(number))
  reads = 0
  expect(left.since(3990)).toHaveLength(10)
  left.forgetUndoneAfter(7990)
  for (const hash of left.since(3990)) left.forget(hash)
  expect(left.since(3989)).toHaveLength(1)
  expect(left.bytes).toBe(798_000)
  expect(reads).toBeLessThan(1000)
})
