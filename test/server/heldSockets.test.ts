import { Socket } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { holdSocket, releaseSocket } from '../../src/server/heldSockets.ts'

test('keeps a connection paused until each holder has released it', async () => {
  const socket = new Socket().resume()
  const [one, other] = [{}, {}]
  holdSocket(socket, one)
  holdSocket(socket, one)
  holdSocket(socket, other)
  await nextRound()
  expect(socket.resume().isPaused()).toBe(true)
  releaseSocket(socket, one)
  expect(socket.resume().isPaused()).toBe(true)
  releaseSocket(socket, other)
  expect(socket.isPaused()).toBe(false)
})

test('does not resume a connection that was never held', () => {
  const socket = new Socket().pause()
  releaseSocket(socket, {})
  expect(socket.isPaused()).toBe(true)
})

test('pauses a connection that is about to resume', async () => {
  const socket = new Socket().pause()
  const events: string[] = []
  socket.on('resume', () => events.push('resume')).on('pause', () => events.push('pause'))
  socket.resume()
  holdSocket(socket, socket)
  await nextRound()
  expect(events).toEqual(['resume', 'pause'])
})

test('does not pause a connection that was released at once', async () => {
  const socket = new Socket().resume()
  holdSocket(socket, socket)
  releaseSocket(socket, socket)
  await nextRound()
  expect(socket.isPaused()).toBe(false)
})
