import { encodeResultBytes } from '../answer.ts'
import type { Method } from '../method.ts'
import { readCallArguments } from '../params/callArguments.ts'
import { runCall } from '../runCall.ts'

/**
 * Runs a call on the state after a block, and returns its output (EIP-1474). Nothing is changed.
 *
 * 1. call: object with `to`, `input` and so on
 * 2. block: QUANTITY, tag, hash or EIP-1898 object; default: `latest`
 * 3. state overrides: object by address, as in geth; default: none
 * 4. block overrides: object, as in geth; default: none
 *
 * Result: DATA.
 */
export const eth_call: Method = async (params, context) => {
  const { input, block } = readCallArguments(params, context)
  const { bytesMax } = context.logLimits
  const json = await runCall(context, block, 'call', { ...input, bytesMax })
  return encodeResultBytes(json)
}
