import { bytes, decodeGo } from './goJson.ts'

/**
 * Reads DATA of any length.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function data(value: unknown, index: number): Uint8Array {
  return decodeGo(bytes, value, index)
}
