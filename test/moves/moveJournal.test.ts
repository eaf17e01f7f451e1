import { describe, expect, it } from 'vitest'
import type { JournalMove } from '../../src/moves/journalMove.ts'
import type { Effect } from '../../src/moves/move.ts'
import { MoveJournal } from '../../src/moves/moveJournal.ts'

const HEAD = { number: 1, hash: '0x01' } as const
const mine = (...args: unknown[]): JournalMove => ({ name: 'mine', args })
const send = (bytes: number): JournalMove => {
  return { name: 'sendTransaction', args: [{ raw: new Uint8Array(bytes) }] }
}

function journalOf(...moves: JournalMove[]) {
  const memory = { bytes: 0 }
  const add = (bytes: number): void => {
    memory.bytes += bytes
  }
  const frees: (() => boolean)[] = []
  const onShortage = (free: () => boolean) => {
    frees.push(free)
    return () => {}
  }
  const journal = new MoveJournal(HEAD, { memory: { add }, onShortage } as never)
  journal.add(moves, HEAD)
  const free = () => frees.splice(0).map((each) => each())
  return { journal, memory, free, args: () => journal.moves.map((move) => move.args) }
}

describe('a journal of moves', () => {
  it('joins blocks that were mined one after another, up to the first transaction', () => {
    expect(journalOf(mine(), mine(2), mine(3, {})).args()).toEqual([[6]])
    expect(journalOf(mine(600_000), mine(400_000), mine()).args()).toEqual([[1_000_000], []])
    expect(journalOf(mine(2), send(1), mine(), mine()).args()).toHaveLength(4)
    const reorg = (options: object): JournalMove => ({ name: 'reorg', args: [options] })
    expect(journalOf(reorg({ depth: 1 }), mine(), mine()).args()).toHaveLength(2)
    const chosen = reorg({ depth: 1, transactions: [['0x02']] })
    expect(journalOf(chosen, mine(), mine()).args()).toHaveLength(3)
  })

  it('joins blocks with times that are as far apart', () => {
    const one = (timestamp: number) => mine(1, { timestamp })
    expect(journalOf(one(10), one(12), one(14), one(15)).args()).toEqual([
      [3, { timestamp: 10, secondsBetween: 2 }],
      [1, { timestamp: 15 }],
    ])
    const three = mine(3, { timestamp: 10, secondsBetween: 2 })
    const two = mine(2, { timestamp: 16, secondsBetween: 2 })
    expect(journalOf(three, two).args()).toEqual([[5, { timestamp: 10, secondsBetween: 2 }]])
    expect(journalOf(three, mine()).args()).toHaveLength(2)
    expect(journalOf(one(10), one(10)).args()).toHaveLength(2)
  })

  it('does not join blocks between which another endpoint depends on it', () => {
    const { journal, args } = journalOf(mine())
    journal.seal()
    journal.add([mine(), mine()], HEAD)
    expect(args()).toEqual([[], [2]])
  })

  it('takes no more once the file would be too large, and counts what it has', () => {
    const { journal, memory } = journalOf(send(1_000_000), send(500_000))
    expect([journal.moves.length, journal.dropped]).toEqual([2, 0])
    expect(memory.bytes).toBeGreaterThan(3_000_000)
    journal.add([send(200_000), mine()], HEAD)
    expect([journal.moves.length, journal.dropped]).toEqual([2, 2])
    journal.restart(HEAD, new Set<Effect>(['mines', 'sends']))
    expect([journal.moves.length, journal.dropped, memory.bytes]).toEqual([0, 0, 0])
  })

  it('drops all moves when there is no memory, and has them again after a restart that ends them', () => {
    const { journal, memory, free, args } = journalOf(mine(), { name: 'setCode', args: ['0x01'] })
    expect(free()).toEqual([false])
    expect([journal.moves, journal.dropped, memory.bytes]).toEqual([[], 2, 0])
    journal.add([mine()], HEAD)
    expect([journal.moves, journal.dropped, memory.bytes]).toEqual([[], 3, 0])
    expect(journal.hasMade('altersState')).toBe(true)
    journal.restart(HEAD, new Set<Effect>(['mines']))
    expect(journal.dropped).toBe(3)
    journal.restart(HEAD, new Set<Effect>(['mines', 'altersState']))
    journal.add([mine(7)], HEAD)
    expect([args(), journal.dropped]).toEqual([[[7]], 0])
    expect(free()).toEqual([false])
    expect([journal.dropped, memory.bytes]).toEqual([1, 0])
  })

  it('has at most as many moves as a scenario has steps', () => {
    const moves = Array.from({ length: 10_001 }, () => send(1))
    expect(journalOf(...moves).journal).toMatchObject({ dropped: 1, moves: { length: 10_000 } })
  })
})
