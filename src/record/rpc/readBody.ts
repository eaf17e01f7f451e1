import { GrowingBytes } from '../../primitives/growingBytes.ts'

/** A response body exceeded its size limit. */
export class BodyTooLongError extends Error {}

/**
 * Reads the body of a response as UTF-8.
 *
 * @param bytesMax where reading stops: an endless response would otherwise fill the memory
 * @throws {BodyTooLongError}
 * @throws the error that ended the connection
 */
export async function readBody(response: Response, bytesMax: number): Promise<string> {
  const bytes = new GrowingBytes()
  // Leaving the loop closes the connection.
  for await (const piece of response.body ?? []) {
    if (bytes.length + piece.length > bytesMax) {
      throw new BodyTooLongError(`the response has more than ${bytesMax} bytes`)
    }
    bytes.add(piece)
  }
  return new TextDecoder().decode(bytes.bytes)
}
