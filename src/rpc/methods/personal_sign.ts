import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { data } from '../params/data.ts'
import { password } from '../params/password.ts'
import { signature } from '../schemas/values.ts'
import { hashMessage } from '../signing/hashMessage.ts'
import { keyringOf } from '../signing/keyringOf.ts'

/** Signs a message as text (EIP-191). The same as `eth_sign`, with the arguments in the other order. */
export const personal_sign = method({
  name: 'personal_sign',
  set: 'dev',
  does: 'signs',
  summary: 'Signs a message as text (EIP-191), for one of the accounts of eth_accounts.',
  params: [data('message', 'The bytes of the message.'), address, password],
  result: { name: 'signature', schema: signature },
  errors: ['SERVER_ERROR'],
  run: async ([message, account], context) =>
    encodeResult(toHex(await keyringOf(context).sign(account, hashMessage(message)))),
})
