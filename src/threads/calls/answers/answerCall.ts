import { type CallInput, call } from '../../../chain/calls/call.ts'
import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { toHex } from '../../../primitives/hex.ts'
import { type AnswerLimit, LimitedJson } from './limitedJson.ts'

/**
 * Runs a call, and writes what it returns.
 *
 * @returns JSON
 * @throws {CallError} if the call fails, or returns too much
 */
export async function answerCall(
  environment: CallEnvironment,
  input: CallInput & AnswerLimit,
): Promise<Uint8Array> {
  const output = await call(environment, input)
  const json = new LimitedJson(input)
  // Checked before it is written, which takes as long as the output has bytes.
  json.requireSpace(2 * output.length + 4)
  json.add(`"${toHex(output)}"`)
  return json.bytes()
}
