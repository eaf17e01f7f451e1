import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { data } from '../params/data.ts'
import { signature } from '../schemas/values.ts'
import { hashMessage } from '../signing/hashMessage.ts'
import { keyringOf } from '../signing/keyringOf.ts'

/** Signs a message as text (EIP-191), as in geth. */
export const eth_sign = method({
  name: 'eth_sign',
  set: 'dev',
  does: 'signs',
  summary: 'Signs a message as text (EIP-191), for one of the accounts of eth_accounts.',
  params: [address, data('message', 'The bytes of the message.')],
  result: { name: 'signature', schema: signature },
  errors: ['SERVER_ERROR'],
  run: async ([account, message], context) =>
    encodeResult(toHex(await keyringOf(context).sign(account, hashMessage(message)))),
})
