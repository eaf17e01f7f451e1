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
  const { bytes, isWhole } = await read(response, bytesMax)
  if (!isWhole) throw new BodyTooLongError(`the response has more than ${bytesMax} bytes`)
  return new TextDecoder().decode(bytes)
}

/**
 * Reads the beginning of the body of a response as UTF-8, or all of a short one.
 *
 * @throws the error that ended the connection
 */
export async function readStart(response: Response, bytesMax: number): Promise<string> {
  const { bytes } = await read(response, bytesMax)
  return new TextDecoder().decode(bytes)
}

async function read(
  response: Response,
  bytesMax: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const bytes = new GrowingBytes()
  // Leaving the loop closes the connection.
  for await (const piece of response.body ?? []) {
    const left = bytesMax - bytes.length
    bytes.add(piece.subarray(0, left))
    if (piece.length > left) return { bytes: bytes.bytes, isWhole: false }
  }
  return { bytes: bytes.bytes, isWhole: true }
}
