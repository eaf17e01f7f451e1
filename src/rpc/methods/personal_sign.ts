import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { data } from '../params/data.ts'
import { password } from '../params/password.ts'
import { hashMessage } from '../signing/hashMessage.ts'

/**
 * Signs a message as text (EIP-191). The same as `eth_sign`, with the arguments in the other order.
 *
 * 1. message: DATA
 * 2. address: DATA, 20 bytes
 * 3. password: string, ignored
 *
 * Result: DATA, 65 bytes.
 */
export const personal_sign: Method = async (params, context) => {
  const [message, account] = readArguments(params, context, [data, address], [password])
  return encodeResult(toHex(await context.keyring.sign(account, hashMessage(message))))
}
