import { decodeGo, string } from './goJson.ts'

/**
 * Reads a password, which no account has: it is only checked that it is a string.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function password(value: unknown, index: number): string | undefined {
  return decodeGo(string, value, index)
}
