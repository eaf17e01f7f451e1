import { beforeEach, describe, expect, it } from 'vitest'
import type { PassedBlock } from '../../src/chain/execution/passedBlocks.ts'
import { yieldToEventLoop as turn } from '../../src/primitives/yieldToEventLoop.ts'
import { ChannelClosedError } from '../../src/workers/channel.ts'
import { GrowthRelay } from '../../src/workers/growthRelay.ts'
import type { GrowthMessage } from '../../src/workers/messages.ts'

const MEGABYTE = 1024 * 1024

/** A worker that takes blocks when the test says so. */
class FakeWorker {
  readonly asked: GrowthMessage[] = []
  readonly #waiting: { take: () => void; end: (error: Error) => void }[] = []

  ask(question: unknown): Promise<void> {
    this.asked.push(question as GrowthMessage)
    return new Promise((take, end) => {
      this.#waiting.push({ take, end })
    })
  }

  takeNext(): void {
    this.#waiting.shift()?.take()
  }

  end(): void {
    for (const { end } of this.#waiting.splice(0)) end(new ChannelClosedError())
  }
}

function passed(bytes: number): PassedBlock[] {
  const nothing = new Uint8Array(0)
  const fields = { rlp: new Uint8Array(bytes), receiptsWithoutBlooms: nothing }
  const progress = { contracts: new Map(), seenKinds: new Set(), withdrawals: 0 }
  return [{ fields, changes: nothing, codes: [], progress }] as unknown as PassedBlock[]
}

let workers: readonly [FakeWorker, FakeWorker, FakeWorker]
let relay: GrowthRelay
beforeEach(() => {
  workers = [new FakeWorker(), new FakeWorker(), new FakeWorker()]
  relay = new GrowthRelay(workers as never)
})

describe('a block that a worker has built', () => {
  it('is passed on to all others', () => {
    const growth: GrowthMessage = { kind: 'grow', height: 7, passed: passed(100) }
    relay.passOn(1, growth)
    expect(workers.map(({ asked }) => asked)).toEqual([[growth], [], [growth]])
    expect([0, 1, 2].map((index) => relay.underway(index))).toEqual([100, 0, 100])
  })

  it('is not passed on to a worker that has too many bytes to take, but its height is', async () => {
    const [slow, , other] = workers
    for (let height = 1; height <= 5; height++) {
      relay.passOn(1, { kind: 'grow', height, passed: passed(5 * MEGABYTE) })
      other.takeNext()
      await turn()
    }
    expect(slow.asked.map(({ height }) => height)).toEqual([1, 2, 3, 4, 5])
    const hasBlock = ({ asked }: FakeWorker) => asked.map((each) => each.passed !== undefined)
    expect(hasBlock(slow)).toEqual([true, true, true, false, false])
    expect(hasBlock(other)).toEqual([true, true, true, true, true])

    slow.takeNext()
    await turn()
    relay.passOn(1, { kind: 'grow', height: 6, passed: passed(5 * MEGABYTE) })
    expect(hasBlock(slow).at(-1)).toBe(true)
  })

  it('takes no room any more once the worker has ended', async () => {
    relay.passOn(1, { kind: 'grow', height: 1, passed: passed(MEGABYTE) })
    workers[0].end()
    await turn()
    expect([relay.underway(0), relay.underway(2)]).toEqual([0, MEGABYTE])
  })
})
