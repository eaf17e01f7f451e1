import type { Parameter } from './arguments.ts'
import { bytes, decodeGo } from './goJson.ts'

/** DATA of any length. */
export function data(name: string, summary: string): Parameter<Uint8Array> {
  return {
    name,
    summary,
    schema: bytes.schema,
    read: (value, index) => decodeGo(bytes, value, index),
  }
}
