import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import {
  EndpointEvents,
  type EventReader,
  eventsOf,
} from '../../../src/rpc/events/endpointEvents.ts'
import { headEvents } from '../../../src/rpc/events/headEvents.ts'
import type { HeadEntry } from '../../../src/rpc/events/headHistory.ts'
import { MovableEndpoint } from '../../support/movableEndpoint.ts'

let chain: Chain
let endpoint: MovableEndpoint
let events: EndpointEvents

beforeAll(async () => {
  chain = await createChain({ seed: 'events', blocks: 12, preset: 'latest' })
})

beforeEach(() => {
  endpoint = new MovableEndpoint('events', chain)
  endpoint.moveTo(4)
  events = eventsOf(endpoint)
})

/** A reader that has read up to an entry. */
class Reader implements EventReader {
  entry: HeadEntry | undefined
  readonly onMove = vi.fn()
  readonly endUpTo = vi.fn()

  get oldest(): number {
    return this.entry?.number ?? 0
  }

  begin(): this {
    events.begin(this)
    this.entry = events.mark()
    return this
  }

  /** The numbers of the blocks that were added since, and the negative ones of those that were removed. */
  async read(): Promise<readonly number[]> {
    const end = events.mark()
    const numbers: number[] = []
    while (this.entry !== end) {
      const change = await events.changeAfter(this.entry as HeadEntry, () => undefined)
      for (const { block, isRemoved } of headEvents(change)) {
        numbers.push(isRemoved ? -block.number : block.number)
      }
      this.entry = this.entry?.next
    }
    return numbers
  }
}

test('are the same for all who read an endpoint', () => {
  expect(eventsOf(endpoint)).toBe(events)
  expect(eventsOf(new MovableEndpoint('events', chain))).not.toBe(events)
})

test('are read by each from where it began', async () => {
  const first = new Reader().begin()
  await endpoint.advanceTo(5)
  const second = new Reader().begin()
  endpoint.rollback(2)
  await endpoint.advanceTo(6)
  expect(first.onMove).toHaveBeenCalledTimes(3)
  expect(second.onMove).toHaveBeenCalledTimes(2)
  expect(await second.read()).toEqual([-4, -5, 4, 5, 6])
  expect(await first.read()).toEqual([5, -4, -5, 4, 5, 6])
  await endpoint.advanceTo(7)
  expect(await first.read()).toEqual([7])
  events.end(first)
  events.end(second)
  await endpoint.advanceTo(8)
  expect(first.onMove).toHaveBeenCalledTimes(4)
  expect(events.last).toBe(0)
})

describe('where memory is short', () => {
  /** An endpoint whose chain keeps what it is told to, and that is short of memory when the test says so. */
  function short() {
    const kept = new Map<SealedBlock, number>()
    const count = (block: SealedBlock, by: number) => kept.set(block, (kept.get(block) ?? 0) + by)
    let free: ((isShort: () => boolean) => boolean) | undefined
    const blocks = [0, 1, 2].map((number) => ({ number, hash: `0x${number}` }) as SealedBlock)
    let listener: ((change: object) => void) | undefined
    const fake = {
      head: blocks[0],
      chain: {
        children: {
          retain: (block: SealedBlock) => count(block, 1),
          release: (block: SealedBlock) => count(block, -1),
          canFree: () => true,
        },
        memory: {
          onShortage(given: typeof free) {
            free = given
            return () => {
              free = undefined
            }
          },
        },
      },
      blockByNumber: () => fake.head,
      onHeadChange(given: typeof listener) {
        listener = given
        return () => {}
      },
    }
    const move = (index: number, removed: readonly SealedBlock[]) => {
      fake.head = blocks[index]
      listener?.({ removed, added: [fake.head] })
    }
    events = new EndpointEvents(fake as unknown as Endpoint)
    const keptBlocks = () => blocks.map((block) => kept.get(block) ?? 0)
    return { move, blocks, keptBlocks, free: (isShort: () => boolean) => free?.(isShort) }
  }

  test('end readers that keep blocks which the head has left, until it is not', () => {
    const { move, blocks, keptBlocks, free } = short()
    const slow = new Reader().begin()
    move(1, [blocks[0] as SealedBlock])
    move(2, [blocks[1] as SealedBlock])
    expect(keptBlocks()).toEqual([1, 1, 1])
    expect(free(() => false)).toBe(true)
    expect(slow.endUpTo).not.toHaveBeenCalled()
    expect(free(() => true)).toBe(false)
    expect(slow.endUpTo).toHaveBeenCalledWith(1, expect.any(Function))
  })

  test('free what was read before they end anybody', () => {
    const { move, blocks, keptBlocks, free } = short()
    const reader = new Reader().begin()
    move(1, [blocks[0] as SealedBlock])
    reader.entry = events.mark()
    expect(keptBlocks()).toEqual([1, 1, 0])
    expect(free(() => true)).toBe(false)
    expect(keptBlocks()).toEqual([0, 1, 0])
    expect(reader.endUpTo).not.toHaveBeenCalled()
  })
})
