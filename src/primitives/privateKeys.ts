import { createHmac, pbkdf2Sync } from 'node:crypto'
import { toBigInt } from './hex.ts'
import { CURVE_ORDER, publicKeyOf } from './secp256k1.ts'

// BIP-32 and the seed of BIP-39, with the code of Node: the packages for them take ten times as long, at every start of a
// development node.

const HARDENED = 2 ** 31

/** A private key, and what its children depend on besides. */
interface ExtendedKey {
  /** 32 bytes */
  readonly key: Buffer
  /** 32 bytes */
  readonly chainCode: Buffer
}

/** The seed of a phrase without a password (BIP-39), 64 bytes. */
export function seedOf(phrase: string): Uint8Array {
  return pbkdf2Sync(phrase.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
}

/**
 * The first private keys below a path (BIP-32).
 *
 * @param path such as `m/44'/60'/0'/0`, each index below 2^31
 * @returns 32 bytes each
 */
export function privateKeysBelow(seed: Uint8Array, path: string, count: number): Uint8Array[] {
  const [, ...steps] = path.split('/')
  const root = split(hmac(Buffer.from('Bitcoin seed'), seed))
  const parent = steps.reduce((from, step) => {
    return childOf(from, Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED : 0))
  }, root)
  return Array.from({ length: count }, (_, index) => childOf(parent, index).key)
}

function childOf(parent: ExtendedKey, index: number): ExtendedKey {
  const { key, chainCode } = parent
  const known = index >= HARDENED ? [Buffer.alloc(1), key] : [compressed(publicKeyOf(key))]
  const number = Buffer.alloc(4)
  number.writeUInt32BE(index)
  const { key: tweak, chainCode: next } = split(hmac(chainCode, Buffer.concat([...known, number])))
  const sum = (toBigInt(tweak) + toBigInt(key)) % CURVE_ORDER
  // One in 2^127 is no key: then BIP-32 takes the next index.
  if (toBigInt(tweak) >= CURVE_ORDER || sum === 0n) return childOf(parent, index + 1)
  return { key: Buffer.from(sum.toString(16).padStart(64, '0'), 'hex'), chainCode: next }
}

/** A public key of 64 bytes in its short form (SEC 1, 2.3.3). */
function compressed(publicKey: Uint8Array): Uint8Array {
  const isOdd = (publicKey[63] as number) & 1
  return Buffer.concat([Uint8Array.of(2 + isOdd), publicKey.subarray(0, 32)])
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha512', key).update(data).digest()
}

function split(bytes: Buffer): ExtendedKey {
  return { key: bytes.subarray(0, 32), chainCode: bytes.subarray(32) }
}
