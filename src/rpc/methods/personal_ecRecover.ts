import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { Signature } from '../../primitives/secp256k1.ts'
import { encodeResult } from '../answer.ts'
import { serverError } from '../errors.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { ref } from '../schemas/schema.ts'
import { hashMessage } from '../signing/hashMessage.ts'

/** The account that has signed a message with `personal_sign` or `eth_sign`, with the errors of geth. */
export const personal_ecRecover = method({
  name: 'personal_ecRecover',
  set: 'dev',
  does: 'signs',
  summary: 'The account that has signed a message with personal_sign or eth_sign.',
  params: [data('message', 'The bytes of the message.'), data('signature', '65 bytes.')],
  result: { name: 'address', schema: ref('Address') },
  errors: ['SERVER_ERROR'],
  run: async ([message, signature]) => {
    if (signature.length !== 65) throw serverError('signature must be 65 bytes long')
    const yParity = (signature[64] as number) - 27
    if (yParity !== 0 && yParity !== 1) {
      throw serverError('invalid Ethereum signature (V is not 27 or 28)')
    }
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32, 64)]
    return encodeResult(toHex(await recoverAddress(hashMessage(message), { r, s, yParity })))
  },
})

async function recoverAddress(digest: Uint8Array, signature: Signature): Promise<Uint8Array> {
  const { recoverPublicKey } = await import('../../primitives/secp256k1.ts')
  try {
    return keccak256(recoverPublicKey(digest, signature)).subarray(12)
  } catch {
    throw serverError('recovery failed')
  }
}
