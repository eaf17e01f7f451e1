import type { Duplex } from 'node:stream'

/** Resolves when a client has read all that was written for it, or when it has gone. */
export function untilDrained(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
    if (socket.destroyed || !socket.writableNeedDrain) done()
  })
}
