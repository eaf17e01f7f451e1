import { decodeGo, plainUint64 } from './goJson.ts'

/**
 * Reads how many milliseconds to wait: as in geth a number, and no text.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function waitMilliseconds(value: unknown, index: number): number | undefined {
  return decodeGo(plainUint64, value, index)
}
