import { failureOf } from '../../../chain/calls/applyCall.ts'
import type { MessageResult } from '../../../chain/calls/applyMessage.ts'
import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { callMany } from '../../../chain/calls/callMany.ts'
import type { CallManyInput } from '../../../chain/calls/callManyInput.ts'
import { toHex } from '../../../primitives/hex.ts'
import { type AnswerLimit, LimitedJson } from './limitedJson.ts'

/**
 * Runs bundles of calls, and writes what each call returns or why it failed, as reth does.
 *
 * @returns a JSON list with a list for each bundle that has calls
 * @throws {CallError} if a call cannot run, or they return too much
 */
export async function answerCallMany(
  environment: CallEnvironment,
  input: CallManyInput & AnswerLimit,
): Promise<Uint8Array> {
  const json = new LimitedJson(input)
  let last: number | undefined
  await callMany(environment, input, (result, bundle) => {
    // Checked before it is written, which takes as long as the output has bytes.
    json.requireSpace(2 * result.output.length + 16)
    const start = last === undefined ? '[[' : bundle === last ? ',' : '],['
    json.add(`${start}${outcomeOf(result)}`)
    last = bundle
  })
  json.add(last === undefined ? '[]' : ']]')
  return json.bytes()
}

function outcomeOf(result: MessageResult): string {
  const failure = failureOf(result)
  return failure === undefined
    ? `{"value":"${toHex(result.output)}"}`
    : JSON.stringify({ error: failure.message })
}
