import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Uses } from '../../src/faults/uses.ts'

test('grants a fixed number of uses, not counting those without effect', async () => {
  const uses = new Uses(2)
  expect(await uses.take()).toBe(true)
  uses.settle(false)
  for (const isLeft of [true, true, false, false]) {
    expect(await uses.take()).toBe(isLeft)
    if (isLeft) uses.settle(true)
  }
})

test('waits for the outcome of granted uses when all are taken', async () => {
  const uses = new Uses(1)
  await uses.take()
  let isTaken: boolean | undefined
  const taking = uses.take().then((taken) => {
    isTaken = taken
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isTaken).toBeUndefined()
  uses.settle(false)
  await taking
  expect(isTaken).toBe(true)
})

test('grants the same uses whenever their outcomes are known', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.boolean(), { maxLength: 10 }),
      async (scheduler, times, outcomes) => {
        const given = async (settleOf: (settle: () => void) => void): Promise<boolean[]> => {
          const uses = new Uses(times)
          const taken: boolean[] = []
          for (const isUsed of outcomes) {
            const isTaken = await uses.take()
            taken.push(isTaken)
            if (isTaken) settleOf(() => uses.settle(isUsed))
          }
          return taken
        }
        const inTurn = await given((settle) => settle())
        const mixed = given((settle) => {
          void scheduler.schedule(Promise.resolve()).then(settle)
        })
        expect(await scheduler.waitFor(mixed)).toEqual(inTurn)
      },
    ),
  )
})
