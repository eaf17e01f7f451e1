import { describe, expect, it } from 'vitest'
import {
  type Client,
  reportShortRequest,
  runLong,
  type SlicePause,
  uncounted,
} from '../../src/rpc/longWork.ts'
import { turnsDuring } from '../support/turnsDuring.ts'

function client(changes: Partial<Client> = {}): Client {
  return {
    connection: {},
    isClosed: () => false,
    drained: () => undefined,
    memory: uncounted,
    ...changes,
  }
}

/** Exceeds a time slice. */
async function work(pause: SlicePause, milliseconds = 6): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {}
  await pause()
}

describe('runLong', () => {
  it('runs the requests of one client in sequence, and alternates between clients', async () => {
    const [greedy, modest] = [client(), client()]
    const events: string[] = []
    const task = (name: string, turns: number) => async (pause: SlicePause) => {
      for (let turn = 0; turn < turns; turn++) {
        events.push(name)
        await work(pause)
      }
    }
    const first = runLong(greedy, task('first', 4))
    const second = runLong(greedy, task('second', 2))
    const other = runLong(modest, task('other', 2))
    await other
    // Neither client waits for the other to finish, and the second task of a client starts after its first.
    expect(events.filter((name) => name === 'first').length).toBeLessThan(4)
    expect(events).not.toContain('second')
    await Promise.all([first, second])
    expect(events.filter((name) => name !== 'other')).toEqual([
      'first',
      'first',
      'first',
      'first',
      'second',
      'second',
    ])
  })

  it('yields to the event loop however many tasks wait', async () => {
    const turns = await turnsDuring(() =>
      Promise.all(Array.from({ length: 50 }, () => runLong(client(), (pause) => work(pause, 1)))),
    )
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  it('pauses for clients with unread answers, and drops work of closed ones', async () => {
    let read = () => {}
    let begun = false
    const drained = () =>
      new Promise<void>((resolve) => {
        read = resolve
      })
    const result = runLong(client({ drained }), async () => {
      begun = true
      return 'done'
    })
    await runLong(client(), async () => {})
    expect(begun).toBe(false)
    read()
    expect(await result).toBe('done')

    let isClosed = false
    const abandoned = runLong(client({ isClosed: () => isClosed }), async (pause) => {
      isClosed = true
      await work(pause)
      expect.unreachable('there is nobody to do it for')
    })
    await expect(abandoned).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
  })

  it('rests for as long as it took while others send short requests', async () => {
    const rests: number[] = []
    await runLong(client(), async (pause) => {
      for (let slice = 0; slice < 3; slice++) {
        reportShortRequest()
        const began = performance.now()
        while (performance.now() - began < 6) {}
        const ended = performance.now()
        await pause()
        rests.push(performance.now() - ended)
      }
    })
    // A timer may run a millisecond early.
    expect(Math.min(...rests)).toBeGreaterThan(4)
  })

  it('continues after a failed task', async () => {
    const connected = client()
    const failing = runLong(connected, async () => {
      throw new Error('on purpose')
    })
    const next = runLong(connected, async () => 'next')
    await expect(failing).rejects.toThrow('on purpose')
    expect(await next).toBe('next')
  })
})
