import { describe, expect, it } from 'vitest'
import { reportConnection } from '../../../src/primitives/sliceGate.ts'
import { yieldToEventLoop } from '../../../src/primitives/yieldToEventLoop.ts'
import { ShortCalls } from '../../../src/threads/calls/shortCalls.ts'

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
    await Promise.all([calls.run({}, 1, call('a')), calls.run({}, 1, call('b'))])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('returns what a call returns, and throws what it throws', async () => {
    const calls = new ShortCalls()
    expect(await calls.run({}, 1, async () => 7)).toBe(7)
    const failing = calls.run({}, 1, async () => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(await calls.run({}, 1, async () => 8)).toBe(8)
  })

  it('begins a call after the requests of this round are read', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const called = calls.run({}, 0, async () => {
      order.push('call')
    })
    for (let read = 0; read < 10; read++) await undefined
    order.push('read')
    await called
    expect(order).toEqual(['read', 'call'])
  })

  it('reports the outcomes of all calls of a slice at its end, also after a failure', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const call = (name: string, isFailing: boolean) =>
      calls
        .run({}, 0, async () => {
          order.push(`${name} runs`)
          if (isFailing) throw new Error(name)
        })
        .catch(() => {})
        .then(() => order.push(`${name} is reported`))
    await Promise.all([call('a', true), call('b', false)])
    expect(order).toEqual(['a runs', 'b runs', 'a is reported', 'b is reported'])
  })

  it('lets other work run between calls that take a time slice each', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const jobs = ['a', 'b', 'c'].map((name) =>
      calls.run({}, 1, async () => {
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
      calls.run(client, 1, async () => {
        order.push(name)
      })
    await Promise.all([
      call(one, 'a1'),
      call(one, 'a2'),
      call(one, 'a3'),
      call(other, 'b1'),
      call(other, 'b2'),
    ])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('runs calls in the order of their ranks, but one of the last after 16 others', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const call = (rank: 0 | 1 | 2, name: string) =>
      calls.run({}, rank, async () => {
        order.push(name)
      })
    await Promise.all([
      call(2, 'long'),
      call(2, 'last'),
      call(1, 'new'),
      ...Array.from({ length: 18 }, () => call(0, 'known')),
    ])
    const known = (count: number) => Array<string>(count).fill('known')
    expect(order).toEqual([...known(16), 'long', ...known(2), 'new', 'last'])
  })

  it('runs one call of a known client in a round while connections are accepted, and no others', async () => {
    const calls = new ShortCalls()
    const order: string[] = []
    const call = (rank: 0 | 1 | 2, name: string) =>
      calls.run({}, rank, async () => {
        order.push(name)
      })
    reportConnection()
    const done = Promise.all([call(1, 'new'), call(2, 'long'), call(0, 'a'), call(0, 'b')])
    for (const round of [1, 2, 3]) {
      await yieldToEventLoop()
      order.push(`round ${round}`)
      if (round < 3) reportConnection()
    }
    await done
    expect(order.slice(0, 5)).toEqual(['a', 'round 1', 'b', 'round 2', 'round 3'])
    expect(order.slice(5)).toEqual(['new', 'long'])
  })
})
