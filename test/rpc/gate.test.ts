import { expect, it } from 'vitest'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import { type AnsweredCall, Gate } from '../../src/rpc/gate.ts'

const call: AnsweredCall = { endpoint: {} as Endpoint, method: 'eth_chainId', params: [] }

/** Runs all pending microtasks, including those that they queue. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

it('waits for running calls, and admits none meanwhile', async () => {
  const gate = new Gate(() => {})
  const events: string[] = []
  const [slow, work] = [deferred(), deferred()]
  const first = gate.pass(async () => {
    await slow.promise
    events.push('first')
  })
  const alone = gate.alone(async () => {
    events.push('begins')
    await work.promise
    events.push('ends')
  })
  const second = gate.pass(async () => {
    events.push('second')
  })
  await settled()
  expect(events).toEqual([])
  slow.resolve()
  await settled()
  // The answer is sent in this round of the event loop.
  expect(events).toEqual(['first'])
  await settled()
  expect(events).toEqual(['first', 'begins'])
  work.resolve()
  await Promise.all([first, alone, second])
  expect(events).toEqual(['first', 'begins', 'ends', 'second'])
})

it('closes at once when an answer listener closes it', async () => {
  const events: string[] = []
  const gate = new Gate(() => {
    void gate.alone(async () => {
      await settled()
      events.push('alone')
    })
  })
  const answer = (name: string) =>
    gate.pass(async (heard) => {
      events.push(name)
      if (name === 'first') heard.push(call)
      return name
    })
  expect(await answer('first')).toBe('first')
  expect(await answer('second')).toBe('second')
  expect(events).toEqual(['first', 'alone', 'second'])
})

it('runs exclusive tasks one at a time, and opens after one that fails', async () => {
  const gate = new Gate(() => {})
  const events: string[] = []
  const one = gate.alone(async () => {
    await settled()
    events.push('one')
    throw new Error('no')
  })
  const two = gate.alone(async () => {
    events.push('two')
  })
  await expect(one).rejects.toThrow('no')
  await two
  await expect(gate.pass(() => Promise.reject(new Error('not either')))).rejects.toThrow('either')
  await gate.alone(async () => {
    events.push('three')
  })
  expect(events).toEqual(['one', 'two', 'three'])
})

it('runs calls alone, and reports them before calls that arrive later get their responses', async () => {
  const events: string[] = []
  const gate = new Gate(({ method }) => {
    events.push(`answered ${method}`)
    void gate.alone(async () => {
      events.push('step')
    })
  })
  const slow = deferred()
  const first = gate.pass(async () => {
    await slow.promise
    events.push('first')
  })
  const mixed = gate.passAlone(async (answered) => {
    events.push('mixed')
    answered.push(call)
    return 'reply'
  })
  await settled()
  expect(events).toEqual([])
  slow.resolve()
  expect(await mixed).toBe('reply')
  await first
  expect(events).toEqual(['first', 'mixed', 'answered eth_chainId'])
  // The response is sent before the step runs.
  await settled()
  await gate.pass(async () => {
    events.push('later')
  })
  expect(events.slice(3)).toEqual(['step', 'later'])
})
