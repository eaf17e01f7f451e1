import type { Duplex } from 'node:stream'

/** Whether more than so many bytes wait for a client to read them. The system's own buffers do not count. */
export function isBehind(socket: Duplex, bytesMax: number): boolean {
  // Below its mark a stream does not report when it is empty again.
  return socket.writableNeedDrain && socket.writableLength > bytesMax
}

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
