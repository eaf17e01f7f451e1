import { describe, expect, it } from 'vitest'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'
import { EndOfRound } from '../../src/server/endOfRound.ts'

describe('EndOfRound', () => {
  it('runs tasks in their order, after this part of the round', async () => {
    const order: string[] = []
    const end = new EndOfRound()
    end.add(() => order.push('first'))
    end.add(() => order.push('second'))
    order.push('reading')
    await yieldToEventLoop()
    expect(order).toEqual(['reading', 'first', 'second'])
  })

  it('runs them before what was scheduled later, also if they are added later still', async () => {
    const order: string[] = []
    const end = new EndOfRound()
    end.schedule()
    const later = yieldToEventLoop().then(() => order.push('later'))
    end.add(() => order.push('task'))
    await later
    expect(order).toEqual(['task', 'later'])
  })

  it('runs a task that a task adds in the next round', async () => {
    const order: string[] = []
    const end = new EndOfRound()
    end.add(() => end.add(() => order.push('added')))
    await yieldToEventLoop()
    order.push('next round')
    await yieldToEventLoop()
    expect(order).toEqual(['next round', 'added'])
  })
})
