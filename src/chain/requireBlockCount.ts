import { ArgumentError } from '../primitives/argumentError.ts'
/** @throws {ArgumentError} if it is not a whole number of at least 0 */
export function requireBlockCount(count: unknown): void {
  if (!Number.isSafeInteger(count) || (count as number) < 0) {
    throw new ArgumentError(`count: ${String(count)} is not a whole number of at least 0`)
  }
}
