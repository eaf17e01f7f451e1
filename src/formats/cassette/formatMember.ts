import { decodeResult } from '../../rpc/answer.ts'
import type { RpcCall } from '../localRpc.ts'
import type { AnsweredCall } from './blockCalls.ts'

/** The key of a call in a cassette: its method, followed by its params as JSON. */
function keyOf({ method, params }: RpcCall): string {
  return method + JSON.stringify(params)
}

/** A call and its result as a member of the cassette's object. */
export function formatCall(call: AnsweredCall, pretty: boolean): (string | Uint8Array)[] {
  const { method, params, answer } = call
  const key = JSON.stringify(keyOf(call))
  if (pretty) return [formatPretty(key, { method, params, result: decodeResult(answer) })]
  // An answer is `"result":…}`, so it closes the object.
  return [`${key}:{"method":${JSON.stringify(method)},"params":${JSON.stringify(params)},`, answer]
}

/** Metadata of the cassette, in the format of a call without params. */
export function formatMetadata(name: string, result: unknown, pretty: boolean): string {
  const value = { method: name, params: [], result }
  const key = JSON.stringify(name)
  return pretty ? formatPretty(key, value) : `${key}:${JSON.stringify(value)}`
}

function formatPretty(key: string, value: object): string {
  const text = JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
  return `  ${key}: ${text}`
}
