import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChannelClosedError } from '../../src/workers/channel.ts'
import { CopyRelay } from '../../src/workers/copyRelay.ts'

/** A worker that answers when the test says so. */
class FakeWorker {
  isReady = true
  readonly told: unknown[] = []
  readonly asked: unknown[] = []
  answer: (value: unknown) => void = () => {}
  #end: (error: Error) => void = () => {}
  isKilled = false

  tell(message: unknown): void {
    this.told.push(message)
  }

  ask(question: unknown): Promise<unknown> {
    this.asked.push(question)
    return new Promise((resolve, reject) => {
      this.answer = resolve
      this.#end = reject
    })
  }

  kill(): void {
    this.isKilled = true
    this.#end(new ChannelClosedError())
  }
}

let workers: readonly [FakeWorker, FakeWorker, FakeWorker]
let relay: CopyRelay
beforeEach(() => {
  vi.useFakeTimers()
  workers = [new FakeWorker(), new FakeWorker(), new FakeWorker()]
  relay = new CopyRelay(workers)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what workers tell each other', () => {
  it('reaches the other one, which learns who tells it', () => {
    relay.tell(2, { kind: 'want', owner: 1, id: 'x', key: 'a' })
    relay.tell(2, { kind: 'unwant', owner: 1, endpoint: 'a' })
    relay.tell(1, { kind: 'noCopy', worker: 2, id: 'x' })
    expect(workers[1].told).toEqual([
      { kind: 'want', owner: 1, id: 'x', key: 'a', worker: 2 },
      { kind: 'unwant', owner: 1, endpoint: 'a', worker: 2 },
    ])
    expect(workers[2].told).toEqual([{ kind: 'noCopy', worker: 2, id: 'x' }])
  })

  it('gives no copy to a worker that is not ready, and so is not asked to give it up', async () => {
    workers[2].isReady = false
    relay.tell(2, { kind: 'want', owner: 1, id: 'x', key: 'a' })
    expect(workers[1].told).toEqual([])
    expect(workers[2].told).toEqual([{ kind: 'noCopy', worker: 2, id: 'x' }])
    expect(await relay.revoke([2], 'a')).toEqual([false])
    expect(workers[2].asked).toEqual([])
  })
})

describe('a revocation', () => {
  it('waits for all workers that have a copy, and says which want the next one', async () => {
    const revoked = relay.revoke([0, 2], 'a')
    expect(workers.map(({ asked }) => asked)).toEqual([
      [{ kind: 'revoke', endpoint: 'a' }],
      [],
      [{ kind: 'revoke', endpoint: 'a' }],
    ])
    workers[2].answer(true)
    workers[0].answer(false)
    expect(await revoked).toEqual([false, true])
    vi.runAllTimers()
    expect(workers.some(({ isKilled }) => isKilled)).toBe(false)
  })

  it('stops a worker that does not answer', async () => {
    const revoked = relay.revoke([0, 1], 'a')
    workers[0].answer(true)
    vi.advanceTimersByTime(4900)
    expect(workers[1].isKilled).toBe(false)
    vi.advanceTimersByTime(100)
    expect(workers[1].isKilled).toBe(true)
    expect(await revoked).toEqual([true, false])
  })
})

it('lets all other workers forget one that has ended, before the next one begins', async () => {
  let hasForgotten = false
  const forgotten = relay.forget(1).then(() => {
    hasForgotten = true
  })
  expect(workers.map(({ asked }) => asked.length)).toEqual([1, 0, 1])
  workers[0].answer(undefined)
  await Promise.resolve()
  expect(hasForgotten).toBe(false)
  workers[2].answer(undefined)
  await forgotten
})

it('does not fail where the owner of reported calls has ended', async () => {
  const report = {
    kind: 'calls',
    owner: 1,
    worker: 0,
    endpoint: 'a',
    calls: { counts: {}, newest: '[]' },
    inFlight: 0,
  } as const
  const reported = relay.report(report)
  workers[1].kill()
  expect(await reported).toBeUndefined()
})
