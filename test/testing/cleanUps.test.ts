import { describe, expect, it } from 'vitest'
import { CleanUps } from '../../src/testing/cleanUps.ts'

function failing(message: string) {
  return () => Promise.reject(new Error(message))
}

describe('clean-ups', () => {
  it('run once each, the last first', async () => {
    const ran: number[] = []
    const cleanUps = new CleanUps()
    for (const number of [1, 2]) cleanUps.add(() => ran.push(number))
    expect(await cleanUps.after(async () => 'result')).toBe('result')
    await cleanUps.run()
    expect(ran).toEqual([2, 1])
  })

  it('run all of them even if some fail, and report each failure', async () => {
    const ran: number[] = []
    const cleanUps = new CleanUps()
    cleanUps.add(() => ran.push(1))
    cleanUps.add(failing('second'))
    cleanUps.add(failing('third'))
    const error: AggregateError = await cleanUps.run().catch((thrown) => thrown)
    expect(error.errors.map(({ message }) => message)).toEqual(['third', 'second'])
    expect(error.message).toBe('third\nand the clean-up failed: second')
    expect(ran).toEqual([1])
  })

  it('report a failure of the work beside their own', async () => {
    const cleanUps = new CleanUps()
    cleanUps.add(failing('closing'))
    const work = new Error('the test')
    const error: AggregateError = await cleanUps
      .after(() => Promise.reject(work))
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(AggregateError)
    expect(error.message).toBe('the test\nand the clean-up failed: closing')
    expect(error.cause).toBe(work)
    expect(error.errors[0]).toBe(work)
  })

  it('leave a single failure as it is', async () => {
    const work = new Error('the test')
    await expect(new CleanUps().after(() => Promise.reject(work))).rejects.toBe(work)
    const cleanUps = new CleanUps()
    cleanUps.add(failing('closing'))
    await expect(cleanUps.after(() => 1)).rejects.toThrow(/^closing$/)
  })

  it('run after a set-up only if it fails', async () => {
    let count = 0
    const cleanUps = new CleanUps()
    cleanUps.add(() => count++)
    expect(await cleanUps.unless(() => 'done')).toBe('done')
    expect(count).toBe(0)
    await expect(cleanUps.unless(failing('set-up'))).rejects.toThrow('set-up')
    expect(count).toBe(1)
  })
})
