import type { IncomingMessage } from 'node:http'

/**
 * Reads a request's body. Nothing is called if the client goes away before its end.
 *
 * @param done told the body, or undefined as soon as it is known to be larger than `bytesMax`
 */
export function readBody(
  request: IncomingMessage,
  bytesMax: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= bytesMax) {
      chunks.push(chunk)
      return
    }
    // What is still to come is read and dropped: closing the connection now could cut off our
    // answer.
    request.removeAllListeners('data').removeAllListeners('end').resume()
    done(undefined)
  })
  request.on('end', () => {
    done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))
  })
}
