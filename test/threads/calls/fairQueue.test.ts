import { describe, expect, it } from 'vitest'
import { FairQueue } from '../../../src/threads/calls/fairQueue.ts'

const [one, other, third] = [{}, {}, {}]

function queueOf(...items: [client: object, item: string][]): FairQueue<string> {
  const queue = new FairQueue<string>()
  for (const [client, item] of items) queue.push(client, item)
  return queue
}

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

describe('FairQueue', () => {
  it('gives each client one turn after another', () => {
    const queue = queueOf([one, 'a1'], [one, 'a2'], [one, 'a3'], [other, 'b1'], [third, 'c1'])
    expect(queue.length).toBe(5)
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
    expect(queue.length).toBe(0)
  })

  it('passes over clients that may not have a turn', () => {
    const queue = queueOf([one, 'a1'], [other, 'b1'])
    expect(queue.take((client) => client !== one)).toBe('b1')
    expect(queue.take((client) => client !== one)).toBeUndefined()
    expect(queue.take()).toBe('a1')
  })

  it('puts a client behind the others', () => {
    const queue = queueOf([one, 'a1'], [other, 'b1'])
    queue.defer(one)
    queue.defer(third)
    expect(takeAll(queue)).toEqual(['b1', 'a1'])
  })

  it('removes items', () => {
    const queue = queueOf([one, 'a1'], [one, 'a2'], [other, 'b1'])
    expect(queue.remove((item) => item.endsWith('1'))).toEqual(['a1', 'b1'])
    expect(queue.length).toBe(1)
    expect(takeAll(queue)).toEqual(['a2'])
  })
})
