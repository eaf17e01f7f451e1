import { GrowingBytes } from '../../primitives/growingBytes.ts'

/** A body is longer than is kept of one. */
export class BodyTooLongError extends Error {}

/**
 * Reads the body of an answer as UTF-8.
 *
 * @param bytesMax above which it is no longer read: whoever answers without end would take all memory
 * @throws {BodyTooLongError}
 * @throws what ends the connection
 */
export async function readBody(response: Response, bytesMax: number): Promise<string> {
  const bytes = new GrowingBytes()
  // Leaving the loop closes the connection.
  for await (const piece of response.body ?? []) {
    if (bytes.length + piece.length > bytesMax)
      throw new BodyTooLongError(`it answers with more than ${bytesMax} bytes`)
    bytes.add(piece)
  }
  return new TextDecoder().decode(bytes.bytes)
}
