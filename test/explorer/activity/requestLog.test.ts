import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import {
  ENTRIES_MAX,
  type LogConnection,
  type LogEntry,
  RequestLog,
} from '../../../src/explorer/activity/requestLog.ts'

function entry(sequence: number, method = 'eth_call'): LogEntry {
  return {
    sequence,
    type: 'request',
    time: sequence,
    transport: 'http',
    method,
    params: [],
    milliseconds: 1,
    outcome: 'ok',
  }
}

/** A server whose log has so many entries. */
function serverOf(count: number) {
  const queries: Record<string, unknown>[] = []
  const subscriptions: (readonly unknown[])[] = []
  let notify: (result: unknown) => void = () => {}
  const state = signal({ phase: 'open' })
  const connection: LogConnection = {
    state,
    request: async <T>(_: string, params: readonly unknown[] = []) => {
      const query = params[0] as { before?: number; limit: number }
      queries.push(query)
      const last = query.before ?? count
      const length = Math.min(query.limit, last)
      return { entries: Array.from({ length }, (_, index) => entry(last - 1 - index)) } as T
    },
    subscribe(params, listener) {
      subscriptions.push(params)
      notify = listener
      return () => {
        notify = () => {}
      }
    },
  }
  return { connection, state, queries, subscriptions, notify: (result: unknown) => notify(result) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

function sequences(log: RequestLog): readonly number[] {
  return log.entries.value.map(({ sequence }) => sequence)
}

describe('RequestLog', () => {
  it('loads the newest entries, then older ones', async () => {
    const { connection, queries } = serverOf(150)
    const log = new RequestLog(connection, undefined)
    await turn()
    expect(sequences(log)[0]).toBe(149)
    expect(log.hasOlder.value).toBe(true)
    await log.loadOlder()
    expect(sequences(log)).toEqual(Array.from({ length: 150 }, (_, index) => 149 - index))
    expect(log.hasOlder.value).toBe(false)
    expect(queries).toEqual([{ limit: 100 }, { limit: 100, before: 50 }])
  })

  it('asks for one method', async () => {
    const { connection, queries, subscriptions, notify } = serverOf(3)
    const log = new RequestLog(connection, 'eth_call')
    await turn()
    expect(queries).toEqual([{ limit: 100, method: 'eth_call' }])
    expect(subscriptions).toEqual([['ommer_requests', { method: 'eth_call' }]])
    notify({ entries: [entry(4)] })
    expect(sequences(log)).toEqual([4, 2, 1, 0])
  })

  it('adds what arrives, once and in order', async () => {
    const { connection, notify } = serverOf(2)
    const log = new RequestLog(connection, undefined)
    notify({ entries: [entry(2)] })
    await turn()
    notify({ entries: [entry(2), entry(3), entry(4)] })
    expect(sequences(log)).toEqual([4, 3, 2, 1, 0])
  })

  it('keeps a bounded number of entries', async () => {
    const { connection, notify } = serverOf(2)
    const log = new RequestLog(connection, undefined)
    await turn()
    for (let sequence = 2; sequence < 2 * ENTRIES_MAX; sequence += 1)
      notify({ entries: [entry(sequence)] })
    expect(log.entries.value).toHaveLength(ENTRIES_MAX)
    expect(sequences(log)[0]).toBe(2 * ENTRIES_MAX - 1)
  })

  it('waits while it is paused', async () => {
    const { connection, notify } = serverOf(1)
    const log = new RequestLog(connection, undefined)
    await turn()
    log.setPaused(true)
    notify({ entries: [entry(1)] })
    expect(sequences(log)).toEqual([0])
    log.setPaused(false)
    expect(sequences(log)).toEqual([1, 0])
  })

  it('begins anew after the connection was lost: another server counts from 1 again', async () => {
    const { connection, state, notify } = serverOf(2)
    const log = new RequestLog(connection, undefined)
    await turn()
    notify({ entries: [entry(900)] })
    state.value = { phase: 'waiting' }
    expect(sequences(log)).toEqual([900, 1, 0])
    state.value = { phase: 'open' }
    await turn()
    expect(sequences(log)).toEqual([1, 0])
  })

  it('ends its subscription', async () => {
    const { connection, notify } = serverOf(1)
    const log = new RequestLog(connection, undefined)
    await turn()
    log.close()
    notify({ entries: [entry(1)] })
    expect(sequences(log)).toEqual([0])
  })
})
