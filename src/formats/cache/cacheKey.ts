import { createHash } from 'node:crypto'
import type { ResolvedSpec } from '../../chain/spec/spec.ts'
import { codeDigest } from './codeDigest.ts'

/**
 * The key of a chain in the cache. It changes with the spec and with the code that generates.
 *
 * @returns 64 hex digits
 */
export function cacheKey(spec: ResolvedSpec): string {
  return createHash('sha256').update(codeDigest()).update(JSON.stringify(spec)).digest('hex')
}
