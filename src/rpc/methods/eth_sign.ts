import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { data } from '../params/data.ts'
import { hashMessage } from '../signing/hashMessage.ts'

/**
 * Signs a message as text (EIP-191), as in geth.
 *
 * 1. address: DATA, 20 bytes
 * 2. message: DATA
 *
 * Result: DATA, 65 bytes.
 */
export const eth_sign: Method = async (params, context) => {
  const [account, message] = readArguments(params, context, [address, data])
  return encodeResult(toHex(await context.keyring.sign(account, hashMessage(message))))
}
