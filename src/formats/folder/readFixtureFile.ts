import { JsonBoundsError } from '../../primitives/boundedJson.ts'
import { FixtureError } from '../fixtureError.ts'
import { type Member, readMembers } from '../json/readMembers.ts'
import { gunzipped } from './gzipFile.ts'
import { OwnDigestCheck } from './ownDigest.ts'
import { type Reading, unreadable } from './readFiles.ts'
import { readPieces } from './regularFile.ts'

/**
 * Reads the members of a fixture that is one file, plain or compressed, and of any size.
 *
 * @param verify whether it must end with the digest of all that is before
 * @throws {FixtureError} where it is no such file, was cut off, or was altered
 */
export async function* readFixtureFile(
  path: string,
  verify: boolean,
  reading: Reading,
): AsyncGenerator<Member> {
  const check = new OwnDigestCheck(path)
  async function* checked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (verify) check.update(piece)
      yield piece
    }
  }
  try {
    yield* readMembers(checked(piecesOf(path, verify, reading)), reading.limits)
  } catch (cause) {
    reading.signal?.throwIfAborted()
    if (cause instanceof FixtureError) throw cause
    const { message } = cause as Error
    if (cause instanceof JsonBoundsError) throw new FixtureError(path, '', message, { cause })
    if (!(cause instanceof SyntaxError)) throw unreadable(path, cause)
    const problem = `it is not JSON, or was cut off: ${message}`
    throw new FixtureError(path, '', problem, { cause })
  }
  if (verify) check.finish()
}

function piecesOf(
  path: string,
  verify: boolean,
  { limits, signal }: Reading,
): AsyncGenerator<Buffer> {
  const bytes = readPieces(path, signal)
  if (!path.endsWith('.gz')) return bytes
  return upTo(limits.expandedBytes, gunzipped(bytes, path, verify), path, signal)
}

async function* upTo(
  bytesMax: number,
  pieces: AsyncIterable<Buffer>,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    // A compressed piece may expand to a gigabyte.
    signal?.throwIfAborted()
    bytes += piece.length
    if (bytes > bytesMax) {
      throw new FixtureError(path, '', `it expands to more than ${bytesMax} bytes`)
    }
    yield piece
  }
}
