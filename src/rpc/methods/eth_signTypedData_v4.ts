import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { invalidArgument } from '../params/arguments.ts'
import { typedData } from '../params/typedData.ts'
import { signature } from '../schemas/values.ts'
import { keyringOf } from '../signing/keyringOf.ts'
import { hashTypedData } from '../signing/typedData/hashTypedData.ts'
import { TypedDataError } from '../signing/typedData/typedDataError.ts'
import { doSteps } from '../steps.ts'

/** Signs typed data (EIP-712). */
export const eth_signTypedData_v4 = method({
  name: 'eth_signTypedData_v4',
  aliases: ['eth_signTypedData', 'eth_signTypedData_v3'],
  set: 'dev',
  does: 'signs',
  summary: 'Signs typed data (EIP-712), for one of the accounts of eth_accounts.',
  params: [address, typedData],
  result: { name: 'signature', schema: signature },
  errors: ['SERVER_ERROR'],
  run: async ([account, data], context) => {
    // Before the work.
    keyringOf(context).keyOf(account)
    try {
      const digest = await doSteps(hashTypedData(data), false, context.runLong)
      return encodeResult(toHex(await keyringOf(context).sign(account, digest)))
    } catch (error) {
      throw error instanceof TypedDataError ? invalidArgument(1, error.message) : error
    }
  },
})
