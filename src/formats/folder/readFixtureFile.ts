import { JsonBoundsError } from '../../primitives/boundedJson.ts'
import { readPieces } from '../../primitives/regularFile.ts'
import { FixtureError } from '../fixtureError.ts'
import { type Member, readMembers } from '../json/readMembers.ts'
import { gunzip } from './gzipFile.ts'
import { OwnDigestCheck } from './ownDigest.ts'
import { type ReadOptions, unreadableFileError } from './readFiles.ts'

/**
 * Reads the members of a fixture that is a single JSON file of any size, plain or compressed.
 *
 * @param verify whether its own digest is checked
 * @throws {FixtureError} if it is not such a file, or was truncated or altered
 */
export async function* readFixtureFile(
  path: string,
  verify: boolean,
  reading: ReadOptions,
): AsyncGenerator<Member> {
  const check = new OwnDigestCheck(path)
  async function* checked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (verify) check.update(piece)
      yield piece
    }
  }
  try {
    const members = readMembers(checked(readExpanded(path, verify, reading)), reading.limits)
    for await (const { key, text, parse } of members) {
      yield { key, text, parse: () => orFixtureError(path, parse) }
    }
  } catch (cause) {
    reading.signal?.throwIfAborted()
    throw toFixtureError(path, cause)
  }
  if (verify) check.finish()
}

function orFixtureError<Value>(path: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw toFixtureError(path, cause)
  }
}

function toFixtureError(path: string, cause: unknown): FixtureError {
  if (cause instanceof FixtureError) return cause
  const { message } = cause as Error
  if (cause instanceof JsonBoundsError) return new FixtureError(path, '', message, { cause })
  if (!(cause instanceof SyntaxError)) return unreadableFileError(path, cause)
  const problem = `it is not JSON, or was truncated: ${message}`
  return new FixtureError(path, '', problem, { cause })
}

function readExpanded(
  path: string,
  verify: boolean,
  { limits, signal }: ReadOptions,
): AsyncGenerator<Buffer> {
  const bytes = readPieces(path, signal)
  if (!path.endsWith('.gz')) return bytes
  return limitBytes(limits.expandedBytes, gunzip(bytes, path, verify), path, signal)
}

async function* limitBytes(
  bytesMax: number,
  pieces: AsyncIterable<Buffer>,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    // In this loop, because a single compressed piece may expand to a gigabyte.
    signal?.throwIfAborted()
    bytes += piece.length
    if (bytes > bytesMax) {
      throw new FixtureError(path, '', `it expands to more than ${bytesMax} bytes`)
    }
    yield piece
  }
}
