import type { Socket } from 'node:net'

/** Sends bytes, and collects the response until it can be parsed. */
export function exchange<T>(
  socket: Socket,
  request: Buffer,
  parse: (bytes: Buffer) => T | undefined,
): Promise<{ length: number; parsed: T }> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      try {
        const parsed = parse(received)
        if (parsed === undefined) return
        finish()
        resolve({ length: received.length, parsed })
      } catch (error) {
        onError(error)
      }
    }
    const onError = (error: unknown): void => {
      finish()
      reject(error)
    }
    const onClose = (): void => onError(new Error('the server closed the connection'))
    // A connection may have thousands of exchanges, so each removes its listeners.
    const finish = (): void => {
      socket.off('data', onData).off('error', onError).off('close', onClose)
    }
    socket.on('data', onData).on('error', onError).on('close', onClose)
    socket.write(request)
  })
}
