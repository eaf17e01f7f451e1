import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Heartbeat } from '../../src/server/heartbeat.ts'

/** A client with only the parts that a heartbeat uses. */
function fakeClient() {
  const socket = { bytesRead: 0, setTimeout: vi.fn() }
  const client = { bufferedAmount: 0, isPaused: false, ping: vi.fn(), terminate: vi.fn() }
  return { socket, client }
}

let heartbeat: Heartbeat
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  heartbeat.stop()
  vi.useRealTimers()
})

function watch({ client, socket }: ReturnType<typeof fakeClient>): void {
  const watched = client as unknown as WebSocket
  heartbeat = new Heartbeat([watched], 1)
  heartbeat.watch(watched, socket as unknown as Socket)
}

describe('Heartbeat', () => {
  it('terminates clients that have sent nothing for three beats', () => {
    const silent = fakeClient()
    watch(silent)
    vi.advanceTimersByTime(2000)
    expect(silent.client.terminate).not.toHaveBeenCalled()
    expect(silent.client.ping).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1000)
    expect(silent.client.terminate).toHaveBeenCalledTimes(1)
  })

  it('keeps clients that send anything, including part of a long message', () => {
    const slow = fakeClient()
    watch(slow)
    for (let beat = 0; beat < 10; beat++) {
      slow.socket.bytesRead++
      vi.advanceTimersByTime(2000)
    }
    expect(slow.client.terminate).not.toHaveBeenCalled()
  })

  it('keeps a client whose requests wait while the server does not read it', () => {
    const waiting = fakeClient()
    watch(waiting)
    waiting.client.isPaused = true
    vi.advanceTimersByTime(10_000)
    expect(waiting.client.ping).not.toHaveBeenCalled()
    const [milliseconds, onTimeout] = waiting.socket.setTimeout.mock.calls[0] as [
      number,
      () => void,
    ]
    onTimeout()
    expect(waiting.client.terminate).not.toHaveBeenCalled()
    expect(waiting.socket.setTimeout).toHaveBeenLastCalledWith(milliseconds)
  })

  it('leaves clients with unread answers to the socket timeout', () => {
    const behind = fakeClient()
    watch(behind)
    behind.client.bufferedAmount = 1
    vi.advanceTimersByTime(10_000)
    expect(behind.client.ping).not.toHaveBeenCalled()
    expect(behind.client.terminate).not.toHaveBeenCalled()
    const [milliseconds, onTimeout] = behind.socket.setTimeout.mock.calls[0] as [number, () => void]
    expect(milliseconds).toBe(3000)
    onTimeout()
    expect(behind.client.terminate).toHaveBeenCalledTimes(1)
  })
})
