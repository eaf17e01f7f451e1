import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ReadTurns } from '../../src/server/readTurns.ts'

/** More than one round may read. */
const MUCH = 2 * 1024 * 1024

/** Connections that note when they are paused and resumed. */
function connections(count: number) {
  const events: string[] = []
  const readers = Array.from({ length: count }, (_, number) => ({
    isPaused: false,
    pause() {
      this.isPaused = true
      events.push(`pause ${number}`)
    },
    resume() {
      this.isPaused = false
      events.push(`resume ${number}`)
    },
  }))
  const resumed = (): number[] =>
    events.flatMap((event) => (event.startsWith('resume') ? [Number(event.slice(7))] : []))
  return { readers, events, resumed }
}

describe('ReadTurns', () => {
  it('resumes waiting connections in order, a few in each round', async () => {
    const turns = new ReadTurns()
    const { readers, resumed } = connections(100)
    for (const reader of readers) turns.wait(reader)
    expect(readers.every(({ isPaused }) => isPaused)).toBe(true)
    const counts: number[] = []
    while (resumed().length < 100) {
      await nextRound()
      counts.push(resumed().length)
    }
    expect(counts).toEqual([32, 64, 96, 100])
    expect(resumed()).toEqual([...readers.keys()])
  })

  it('gives a connection its next turn after all others', async () => {
    const turns = new ReadTurns()
    const { readers, resumed } = connections(40)
    for (const reader of readers) turns.wait(reader)
    await nextRound()
    turns.wait(readers[0] as (typeof readers)[0])
    await nextRound()
    expect(resumed()).toEqual([...readers.keys(), 0])
  })

  it('pauses a connection once, however much is read of it', () => {
    const turns = new ReadTurns()
    const { readers, events } = connections(1)
    for (let times = 0; times < 3; times++) turns.wait(readers[0] as (typeof readers)[0])
    expect(events).toEqual(['pause 0'])
  })

  it('pauses the connections whose turn it is when a round has read enough', async () => {
    const turns = new ReadTurns()
    const { readers, events } = connections(3)
    for (const reader of readers) turns.wait(reader)
    await nextRound()
    events.length = 0
    turns.spend(MUCH - 1)
    expect(events).toEqual([])
    turns.spend(1)
    expect(events).toEqual(['pause 0', 'pause 1', 'pause 2'])
    await nextRound()
    expect(events.slice(3)).toEqual(['resume 0', 'resume 1', 'resume 2'])
  })

  it('gives those that were interrupted a turn before the one that interrupted them', async () => {
    const turns = new ReadTurns()
    const { readers } = connections(3)
    for (const reader of readers) turns.wait(reader)
    await nextRound()
    const order: number[] = []
    for (let round = 0; round < 6; round++) {
      // As the system may do, the first of those that may read always does so first, and reads a lot.
      const first = readers.findIndex(({ isPaused }) => !isPaused)
      order.push(first)
      turns.wait(readers[first] as (typeof readers)[0])
      turns.spend(MUCH)
      await nextRound()
    }
    for (const reader of readers) turns.remove(reader)
    expect(order).toEqual([0, 1, 2, 0, 1, 2])
  })

  it('ends the turn of a connection that has read the limit of the round by itself', async () => {
    const turns = new ReadTurns()
    const { readers, events } = connections(2)
    const [one, other] = readers as [(typeof readers)[0], (typeof readers)[0]]
    turns.wait(one)
    turns.wait(other)
    await nextRound()
    events.length = 0
    turns.spend(MUCH)
    turns.wait(one)
    expect(events).toEqual(['pause 0', 'pause 1'])
    expect(turns.isWaiting(one)).toBe(true)
    expect(turns.isWaiting(other)).toBe(true)
    await nextRound()
    expect(events.slice(2)).toEqual(['resume 1'])
    turns.remove(other)
    await nextRound()
    expect(events.slice(3)).toEqual(['resume 0'])
  })

  it('begins no further turns once a round has read enough', async () => {
    const turns = new ReadTurns()
    const { readers, resumed } = connections(3)
    const [one, ...others] = readers as [(typeof readers)[0], ...typeof readers]
    // As a WebSocket whose messages wait to be processed.
    const resume = one.resume.bind(one)
    one.resume = () => {
      resume()
      turns.spend(MUCH)
    }
    for (const reader of readers) turns.wait(reader)
    await nextRound()
    expect(resumed()).toEqual([0])
    turns.remove(one)
    await nextRound()
    expect(resumed()).toEqual([0, 0, 1, 2])
    for (const reader of others) turns.remove(reader)
  })

  it('counts each round anew', async () => {
    const turns = new ReadTurns()
    const { readers, events } = connections(2)
    const [one, other] = readers as [(typeof readers)[0], (typeof readers)[0]]
    turns.wait(one)
    turns.spend(MUCH - 1)
    await nextRound()
    turns.spend(MUCH - 1)
    turns.wait(other)
    expect(events).toEqual(['pause 0', 'resume 0', 'pause 1'])
  })

  it('schedules nothing while no connection waits', async () => {
    const turns = new ReadTurns()
    const { readers, events } = connections(1)
    turns.wait(readers[0] as (typeof readers)[0])
    for (let round = 0; round < 5; round++) await nextRound()
    expect(events).toEqual(['pause 0', 'resume 0'])
    expect(process.getActiveResourcesInfo()).not.toContain('Immediate')
  })

  it('resumes a removed connection at once, and never again', async () => {
    const turns = new ReadTurns()
    const { readers, events } = connections(2)
    const [one, other] = readers as [(typeof readers)[0], (typeof readers)[0]]
    turns.wait(one)
    turns.wait(other)
    turns.remove(one)
    expect(turns.isWaiting(one)).toBe(false)
    expect(turns.isWaiting(other)).toBe(true)
    await nextRound()
    turns.remove(other)
    turns.spend(MUCH)
    expect(events).toEqual(['pause 0', 'pause 1', 'resume 0', 'resume 1'])
  })
})
