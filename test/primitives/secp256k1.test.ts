import { createRequire } from 'node:module'
import fc from 'fast-check'
import type nativeSecp256k1 from 'secp256k1'
import { sign as signInJavaScript } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../src/primitives/hex.ts'
import { isPrivateKey, publicKeyOf, sign } from '../../src/primitives/secp256k1.ts'

/** The fallback of the package on platforms without a native build. */
const fallback = createRequire(import.meta.url)('secp256k1/elliptic.js') as typeof nativeSecp256k1

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('sign', () => {
  it('gives the same bytes as another implementation of RFC 6979', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, bytes32.filter(isPrivateKey), async (digest, privateKey) => {
        const theirs = await signInJavaScript({
          hash: toHex(digest),
          privateKey: toHex(privateKey),
        })
        const { r, s, yParity } = sign(digest, privateKey)
        expect({ r: toHex(r), s: toHex(s), yParity }).toEqual({
          r: theirs.r,
          s: theirs.s,
          yParity: theirs.yParity,
        })
      }),
      { numRuns: 30 },
    )
  })
})

describe('the fallback in JavaScript', () => {
  it('gives the same bytes as the native code', () => {
    fc.assert(
      fc.property(bytes32, bytes32.filter(isPrivateKey), (digest, privateKey) => {
        const { signature, recid } = fallback.ecdsaSign(digest, privateKey)
        const { r, s, yParity } = sign(digest, privateKey)
        expect([toHex(signature), recid]).toEqual([toHex(Buffer.concat([r, s])), yParity])
      }),
      { numRuns: 30 },
    )
  })
})

describe('isPrivateKey', () => {
  it('refuses zero and the order of the curve', () => {
    expect(isPrivateKey(new Uint8Array(32))).toBe(false)
    expect(isPrivateKey(new Uint8Array(32).fill(0xff))).toBe(false)
    expect(isPrivateKey(new Uint8Array(32).fill(1))).toBe(true)
  })
})

describe('publicKeyOf', () => {
  it('returns 64 bytes without a prefix', () => {
    expect(publicKeyOf(new Uint8Array(32).fill(1))).toHaveLength(64)
  })
})
