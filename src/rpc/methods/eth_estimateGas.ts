import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readCallArguments } from '../params/callArguments.ts'
import { runCall } from '../runCall.ts'

/**
 * The gas with which a call succeeds on the state after a block (EIP-1474): the same figure as geth's, which may be 1.5
 * percent too high.
 *
 * 1. call: object with `to`, `input` and so on
 * 2. block: QUANTITY, tag, hash or EIP-1898 object; default: `latest`
 * 3. state overrides: object by address, as in geth; default: none
 * 4. block overrides: object, as in geth; default: none
 *
 * Result: QUANTITY.
 */
export const eth_estimateGas: Method = async (params, context) => {
  const { input, block } = readCallArguments(params, context)
  const gas = await runCall(context, block, 'estimateGas', input)
  return encodeResult(toQuantity(gas))
}
