import type { CallEnvironment } from '../../../chain/calls/callEnvironment.ts'
import { type AccessListInput, createAccessList } from '../../../chain/calls/createAccessList.ts'
import { toHex, toQuantity } from '../../../primitives/hex.ts'
import { type AnswerLimit, LimitedJson } from './limitedJson.ts'

/**
 * Lists what a call accesses, and writes the list.
 *
 * @returns JSON
 * @throws {CallError} if the call cannot be run, or the list is too large
 */
export async function answerAccessList(
  environment: CallEnvironment,
  input: AccessListInput & AnswerLimit,
): Promise<Uint8Array> {
  const { accessList, error, gasUsed } = await createAccessList(environment, input)
  const json = new LimitedJson(input)
  const entries = accessList.map(({ address, storageKeys }) => ({
    address: toHex(address),
    storageKeys: storageKeys.map(toHex),
  }))
  json.add(JSON.stringify({ accessList: entries, error, gasUsed: toQuantity(gasUsed) }))
  return json.bytes()
}
