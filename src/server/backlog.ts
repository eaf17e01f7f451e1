import type { Duplex } from 'node:stream'

/** Whether more than `bytesMax` bytes wait for the client to read them. The system's own buffers do not count. */
export function isBehind(socket: Duplex, bytesMax: number): boolean {
  // Below its high-water mark a stream emits no `drain`.
  return socket.writableNeedDrain && socket.writableLength > bytesMax
}

/** Resolves when the client has read everything that was written, or has disconnected. */
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
