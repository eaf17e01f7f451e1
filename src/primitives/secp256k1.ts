import { loadNativeSecp256k1 } from './nativeSecp256k1.ts'
import { scriptSecp256k1 } from './scriptSecp256k1.ts'

const native = loadNativeSecp256k1()

/** Native code; on platforms for which there is none, JavaScript until WebAssembly is compiled. */
let curve = native ?? scriptSecp256k1

/**
 * Resolves when the fastest code for this platform is ready: at once if that is native, otherwise after some 30
 * milliseconds. All code gives the same bytes, so nothing has to wait for it. No module awaits it at its top level, because
 * `require` cannot load a module that does.
 */
export const secp256k1Ready: Promise<void> = native === undefined ? compile() : Promise.resolve()

async function compile(): Promise<void> {
  try {
    const { compileSecp256k1 } = await import('./compiledSecp256k1.ts')
    curve = await compileSecp256k1()
  } catch {
    // Without WebAssembly, signing stays correct but slow.
  }
}

/** The order of the curve (SEC 2, 2.4.1). */
export const CURVE_ORDER =
  0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/** An ECDSA signature over secp256k1, with `s` in the lower half of the range (EIP-2). */
export interface Signature {
  /** 32 bytes */
  readonly r: Uint8Array
  /** 32 bytes */
  readonly s: Uint8Array
  /** parity of the y coordinate of the curve point: 0 or 1 */
  readonly yParity: number
}

/**
 * Signs with the deterministic nonce of RFC 6979, so that equal input gives equal bytes.
 *
 * @param digest 32 bytes
 * @param privateKey 32 bytes, valid for the curve
 */
export function sign(digest: Uint8Array, privateKey: Uint8Array): Signature {
  const { signature, recid } = curve.ecdsaSign(digest, privateKey)
  return { r: signature.subarray(0, 32), s: signature.subarray(32, 64), yParity: recid }
}

/**
 * The public key, as Ethereum hashes it for an address.
 *
 * @returns 64 bytes, the uncompressed point without its prefix
 */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return curve.publicKeyCreate(privateKey, false).subarray(1)
}

/**
 * Recovers the public key that belongs to a signature.
 *
 * @param digest 32 bytes
 * @param signature `r` and `s` of at most 32 bytes each
 * @returns 64 bytes, the uncompressed point without its prefix
 * @throws if no public key fits the signature
 */
export function recoverPublicKey(digest: Uint8Array, { r, s, yParity }: Signature): Uint8Array {
  const compact = new Uint8Array(64)
  compact.set(r, 32 - r.length)
  compact.set(s, 64 - s.length)
  return curve.ecdsaRecover(compact, yParity, digest, false).subarray(1)
}

/** Whether 32 bytes are a private key: above zero and below the order of the curve. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return curve.privateKeyVerify(bytes)
}
