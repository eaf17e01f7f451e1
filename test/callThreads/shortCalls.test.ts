import { describe, expect, it } from 'vitest'
import { ShortCalls } from '../../src/callThreads/shortCalls.ts'
import { yieldToEventLoop } from '../../src/primitives/yieldToEventLoop.ts'

/** Longer than a time slice. */
function spend(): void {
  const end = performance.now() + 6
  while (performance.now() < end);
}

describe('ShortCalls', () => {
  it('runs one call at a time', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const call = (name: string) => async () => {
      order.push(`${name} begins`)
      for (let round = 0; round < 10; round++) await undefined
      order.push(`${name} ends`)
    }
    await Promise.all([calls.run({}, call('a')), calls.run({}, call('b'))])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('returns what a call returns, and throws what it throws', async () => {
    const calls = new ShortCalls()
    expect(await calls.run({}, async () => 7)).toBe(7)
    const failing = calls.run({}, async () => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(await calls.run({}, async () => 8)).toBe(8)
  })

  it('lets other work run between calls that take a time slice each', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const jobs = ['a', 'b', 'c'].map((name) =>
      calls.run({}, async () => {
        spend()
        order.push(name)
      }),
    )
    const turns = async () => {
      for (let turn = 0; turn < 2; turn++) {
        await yieldToEventLoop()
        order.push('other work')
      }
    }
    await Promise.all([...jobs, turns()])
    expect(order.join(' ')).toBe('a other work b other work c')
  })

  it('lets clients take turns', async () => {
    const calls = new ShortCalls()
    const [one, other] = [{}, {}]
    const order: string[] = []
    const call = (client: object, name: string) =>
      calls.run(client, async () => {
        order.push(name)
      })
    await Promise.all([
      call(one, 'a1'),
      call(one, 'a2'),
      call(one, 'a3'),
      call(other, 'b1'),
      call(other, 'b2'),
    ])
    expect(order.filter((name) => name !== 'a1')).toEqual(['a2', 'b1', 'a3', 'b2'])
  })
})
