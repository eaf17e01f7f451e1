import { secp256k1 } from '@noble/curves/secp256k1.js'
import withChecks from 'secp256k1/lib/index.js'
import {
  DONE,
  INVALID_INPUT,
  NO_PUBLIC_KEY,
  type Secp256k1,
  UNCOMPRESSED_BYTES,
} from './secp256k1Code.ts'

/**
 * The curve in JavaScript: it takes many times as long as libsecp256k1, and is ready at once on every platform. Of a digest
 * that is not below the order of the curve (one in 2^128), its nonce is that of RFC 6979, which libsecp256k1 does not reduce.
 */
export const scriptSecp256k1: Secp256k1 = withChecks({
  privateKeyVerify: (key) => (secp256k1.utils.isValidSecretKey(key) ? DONE : INVALID_INPUT),
  publicKeyCreate(output, key) {
    if (!secp256k1.utils.isValidSecretKey(key)) return INVALID_INPUT
    output.set(secp256k1.getPublicKey(key, output.length < UNCOMPRESSED_BYTES))
    return DONE
  },
  ecdsaSign(output, digest, key) {
    if (!secp256k1.utils.isValidSecretKey(key)) return INVALID_INPUT
    const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    output.recid = signed[0] as number
    output.signature.set(signed.subarray(1))
    return DONE
  },
  ecdsaRecover(output, signature, recid, digest) {
    const isCompressed = output.length < UNCOMPRESSED_BYTES
    let parsed: InstanceType<typeof secp256k1.Signature>
    try {
      parsed = secp256k1.Signature.fromBytes(signature, 'compact')
    } catch {
      return isBelowOrder(signature) ? NO_PUBLIC_KEY : INVALID_INPUT
    }
    try {
      // Native code truncates numbers, too.
      output.set(
        parsed.addRecoveryBit(Math.trunc(recid)).recoverPublicKey(digest).toBytes(isCompressed),
      )
      return DONE
    } catch {
      return NO_PUBLIC_KEY
    }
  },
})

/** Whether both numbers of a signature are, which may be zero: libsecp256k1 then finds no public key. */
function isBelowOrder(signature: Uint8Array): boolean {
  const { ORDER } = secp256k1.Point.Fn
  return [0, 32].every(
    (start) => BigInt(`0x${Buffer.from(signature).toString('hex', start, start + 32)}`) < ORDER,
  )
}
