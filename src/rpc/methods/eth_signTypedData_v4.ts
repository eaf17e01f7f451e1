import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { invalidArgument, readArguments } from '../params/arguments.ts'
import { typedData } from '../params/typedData.ts'
import { hashTypedData } from '../signing/typedData/hashTypedData.ts'
import { TypedDataError } from '../signing/typedData/typedDataError.ts'
import { doSteps } from '../steps.ts'

/**
 * Signs typed data (EIP-712).
 *
 * 1. address: DATA, 20 bytes
 * 2. typed data: object with `types`, `primaryType`, `domain` and `message`, or its JSON as text
 *
 * Result: DATA, 65 bytes.
 */
export const eth_signTypedData_v4: Method = async (params, context) => {
  const [account, data] = readArguments(params, context, [address, typedData])
  // Before the work.
  context.keyring.keyOf(account)
  try {
    const digest = await doSteps(hashTypedData(data), false, context.runLong)
    return encodeResult(toHex(await context.keyring.sign(account, digest)))
  } catch (error) {
    throw error instanceof TypedDataError ? invalidArgument(1, error.message) : error
  }
}
