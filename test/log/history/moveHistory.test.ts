import { describe, expect, it } from 'vitest'
import { type MadeEntry, MoveHistory } from '../../../src/log/history/moveHistory.ts'
import type { MoveEffect, Undoes } from '../../../src/moves/move.ts'
import { journalFactsOf } from '../../../src/moves/moveRegistry.ts'

type Made = Omit<MadeEntry, 'sequence'>

const HEAD = { number: 1, hash: '0x01' } as const
const made = (move: string, args: readonly unknown[], result?: unknown): Made => {
  return { endpoint: 'a', change: { move, args }, start: HEAD.hash, end: HEAD, result }
}
const mine = (...args: unknown[]): Made => made('mine', args)
const send = (bytes: number): Made => made('sendTransaction', [{ raw: new Uint8Array(bytes) }])

function historyOf(...entries: Made[]) {
  const memory = { bytes: 0 }
  const add = (bytes: number): void => {
    memory.bytes += bytes
  }
  const frees: (() => boolean)[] = []
  const onShortage = (free: () => boolean) => {
    frees.push(free)
    return () => {}
  }
  const history = new MoveHistory(HEAD, { memory: { add, onShortage } } as never)
  history.add(entries, HEAD)
  const free = () => frees.splice(0).map((each) => each())
  return { history, memory, free, args: () => history.entries.map(({ change }) => change.args) }
}

function undoAll(history: MoveHistory, ...effects: MoveEffect[]): void {
  expect(history.undo([], { effects: new Set(effects), unlessMade: () => [] }, HEAD)).toBe(true)
}

describe('the moves of an endpoint', () => {
  it('joins blocks that were mined one after another, up to the first transaction', () => {
    expect(historyOf(mine(), mine(2), mine(3, {})).args()).toEqual([[6]])
    expect(historyOf(mine(600_000), mine(400_000), mine()).args()).toEqual([[1_000_000], []])
    expect(historyOf(mine(2), send(1), mine(), mine()).args()).toHaveLength(4)
    const reorg = (options: object): Made => made('reorg', [options])
    expect(historyOf(reorg({ depth: 1 }), mine(), mine()).args()).toHaveLength(2)
    const chosen = reorg({ depth: 1, transactions: [['0x02']] })
    expect(historyOf(chosen, mine(), mine()).args()).toHaveLength(3)
  })

  it('does not join blocks between which the head moved', () => {
    expect(historyOf(mine(), { ...mine(), start: '0x02' }).args()).toHaveLength(2)
  })

  it('joins blocks with times that are as far apart', () => {
    const one = (timestamp: number) => mine(1, { timestamp })
    expect(historyOf(one(10), one(12), one(14), one(15)).args()).toEqual([
      [3, { timestamp: 10, secondsBetween: 2 }],
      [1, { timestamp: 15 }],
    ])
    const three = mine(3, { timestamp: 10, secondsBetween: 2 })
    const two = mine(2, { timestamp: 16, secondsBetween: 2 })
    expect(historyOf(three, two).args()).toEqual([[5, { timestamp: 10, secondsBetween: 2 }]])
    expect(historyOf(three, mine()).args()).toHaveLength(2)
    expect(historyOf(one(10), one(10)).args()).toHaveLength(2)
  })

  it('does not join blocks between which another endpoint depends on it', () => {
    const { history, args } = historyOf(mine())
    history.seal()
    history.add([mine(), mine()], HEAD)
    expect(args()).toEqual([[], [2]])
  })

  it('takes no more once the file would be too large, and counts what it has', () => {
    const { history, memory } = historyOf(send(1_000_000), send(500_000))
    expect([history.entries.length, history.dropped]).toEqual([2, 0])
    expect(memory.bytes).toBeGreaterThan(3_000_000)
    history.add([send(200_000), mine()], HEAD)
    expect([history.entries.length, history.dropped]).toEqual([2, 2])
    undoAll(history, 'mines', 'sends')
    expect([history.entries.length, history.dropped, memory.bytes]).toEqual([0, 0, 0])
  })

  it('drops all moves when there is no memory, and has them again after a restart that ends them', () => {
    const { history, memory, free, args } = historyOf(mine(), made('setCode', ['0x01']))
    expect(free()).toEqual([false])
    expect([history.entries, history.dropped, memory.bytes]).toEqual([[], 2, 0])
    history.add([mine()], HEAD)
    expect([history.entries, history.dropped, memory.bytes]).toEqual([[], 3, 0])
    expect(history.hasMade('altersState')).toBe(true)
    undoAll(history, 'mines')
    expect(history.dropped).toBe(3)
    undoAll(history, 'mines', 'altersState')
    history.add([mine(7)], HEAD)
    expect([args(), history.dropped]).toEqual([[[7]], 0])
    expect(free()).toEqual([false])
    expect([history.dropped, memory.bytes]).toEqual([1, 0])
  })

  it('drops what a revert has undone that uses up its snapshot, with the snapshot', () => {
    const saved = (id: number): Made => made('snapshot', [], id)
    const faults = made('setFaults', [[]])
    const revert = (history: MoveHistory, ...args: [number, boolean?]): boolean =>
      history.undo(args, journalFactsOf('revert').undoes as Undoes, HEAD)
    const { history, args, memory } = historyOf(mine(2))
    const { bytes } = memory
    history.add([saved(1), send(50_000), faults, saved(2), mine()], HEAD)
    expect(revert(history, 1)).toBe(false)
    expect(revert(history, 3, true)).toBe(false)
    expect(revert(history, 1, true)).toBe(true)
    expect(args()).toEqual([[2], [[]]])
    expect(memory.bytes).toBeLessThan(bytes + 1000)
    history.add([saved(3), made('dropTransaction', ['0x01'])], HEAD)
    expect(revert(history, 3, true)).toBe(false)
    history.add([saved(4), mine()], HEAD)
    history.seal()
    expect(revert(history, 4, true)).toBe(false)
    expect(history.hasForgotten).toBe(true)
  })

  it('takes moves again after a snapshot has undone those that it was full of', () => {
    const { history } = historyOf(made('snapshot', [], 1), send(1_400_000))
    history.add([send(1_400_000), mine()], HEAD)
    expect([history.entries.length, history.dropped]).toEqual([2, 2])
    const { undoes } = journalFactsOf('revert')
    expect(history.undo([1, true], undoes as Undoes, HEAD)).toBe(true)
    history.add([mine(3)], HEAD)
    expect(history).toMatchObject({ entries: [{ change: { args: [3] } }], dropped: 0 })
  })

  it('has at most as many moves as a scenario has steps', () => {
    const entries = Array.from({ length: 10_001 }, () => send(1))
    expect(historyOf(...entries).history).toMatchObject({ dropped: 1, entries: { length: 10_000 } })
  })
})
