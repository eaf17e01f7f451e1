import { createHash } from 'node:crypto'
import { FixtureError } from '../fixtureError.ts'

/** SHA-256 of a file's content, in hex. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * The error for a file whose digest is not the one in the manifest.
 *
 * @param found its digest; undefined if it cannot be read
 * @param manifest name of the manifest
 */
export function alteredFileError(
  file: string,
  found: string | undefined,
  expected: string | undefined,
  manifest: string,
): FixtureError {
  const problem = found === undefined ? 'it cannot be read' : `its digest is ${found}`
  return new FixtureError(
    file,
    '',
    `it was altered: ${problem}, but ${manifest} has the digest ${expected}`,
  )
}
