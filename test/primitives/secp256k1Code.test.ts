import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import native from 'secp256k1'
import { describe, expect, it } from 'vitest'
import { compileSecp256k1 } from '../../src/primitives/compiledSecp256k1.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { scriptSecp256k1 } from '../../src/primitives/scriptSecp256k1.ts'
import type { Secp256k1 } from '../../src/primitives/secp256k1Code.ts'
import { repeated } from '../support/sized.ts'

const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

function toBytes32(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

const random32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** Any 32 bytes, and often a number at a limit of what is valid. */
const bytes32 = fc.oneof(
  { weight: 3, arbitrary: random32 },
  fc.constantFrom(0n, 1n, ORDER / 2n, ORDER / 2n + 1n, ORDER - 1n, ORDER).map(toBytes32),
)

/** What a function returns as hex, or the message of its error. */
function outcomeOf(run: () => unknown): unknown {
  try {
    const result = run()
    if (result instanceof Uint8Array) return toHex(result)
    if (typeof result !== 'object' || result === null) return result
    const { signature, recid } = result as { signature: Uint8Array; recid: number }
    return [toHex(signature), recid]
  } catch (error) {
    return (error as Error).message
  }
}

describe.each([
  {
    code: 'libsecp256k1 as WebAssembly',
    secp256k1: await compileSecp256k1(),
    signed: bytes32,
    share: 1,
  },
  // It differs for larger digests.
  {
    code: 'the curve in JavaScript',
    secp256k1: scriptSecp256k1,
    signed: bytes32.filter((digest) => Buffer.compare(digest, toBytes32(ORDER)) < 0),
    share: 0.2,
  },
])('$code', ({ secp256k1, signed, share }) => {
  const times = (few: number, many: number) => ({ numRuns: Math.ceil(share * repeated(few, many)) })
  const expectSame = (run: (each: Secp256k1) => unknown) => {
    expect(outcomeOf(() => run(secp256k1))).toEqual(outcomeOf(() => run(native)))
  }

  it('signs with the same bytes as native code, and has the same errors', () => {
    fc.assert(
      fc.property(signed, bytes32, (digest, key) => {
        expectSame(({ ecdsaSign }) => ecdsaSign(digest, key))
      }),
      times(300, 20_000),
    )
  })

  it('recovers the same keys as native code from its signatures', () => {
    fc.assert(
      fc.property(random32, random32, fc.boolean(), (digest, key, isCompressed) => {
        const { signature, recid } = native.ecdsaSign(digest, key)
        const publicKey = native.publicKeyCreate(key, isCompressed)
        expect(secp256k1.ecdsaRecover(signature, recid, digest, isCompressed)).toEqual(publicKey)
      }),
      times(300, 20_000),
    )
  })

  it('recovers the same keys as native code from any bytes, and has the same errors', () => {
    const recid = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(-1, 4, 0.5, Number.NaN))
    fc.assert(
      fc.property(bytes32, bytes32, bytes32, recid, (r, s, digest, recovery) => {
        const signature = Buffer.concat([r, s])
        expectSame(({ ecdsaRecover }) => ecdsaRecover(signature, recovery, digest, false))
      }),
      times(500, 20_000),
    )
  })

  it('derives the same public keys as native code, and has the same errors', () => {
    fc.assert(
      fc.property(bytes32, fc.boolean(), (key, isCompressed) => {
        expectSame(({ publicKeyCreate }) => publicKeyCreate(key, isCompressed))
        expectSame(({ privateKeyVerify }) => privateKeyVerify(key))
      }),
      times(200, 5000),
    )
  })

  it.each([0, 31, 33])('has the same errors for %i bytes instead of 32', (length) => {
    const [wrong, right] = [new Uint8Array(length), new Uint8Array(32).fill(1)]
    const signature = new Uint8Array(64).fill(1)
    expectSame(({ ecdsaSign }) => ecdsaSign(wrong, right))
    expectSame(({ ecdsaSign }) => ecdsaSign(right, wrong))
    expectSame(({ ecdsaRecover }) => ecdsaRecover(signature, 0, wrong, false))
    expectSame(({ ecdsaRecover }) => ecdsaRecover(signature.subarray(1), 0, right, false))
    expectSame(({ publicKeyCreate }) => publicKeyCreate(wrong, false))
    expectSame(({ privateKeyVerify }) => privateKeyVerify(wrong))
  })
})

describe('a platform without native code', () => {
  it('signs and recovers before and after WebAssembly is compiled, with the same bytes', () => {
    const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
    const script = `
      import { sign, recoverPublicKey, publicKeyOf, secp256k1Ready } from ${url('../../src/primitives/secp256k1.ts')}
      const [digest, key] = [new Uint8Array(32).fill(3), new Uint8Array(32).fill(5)]
      const results = () => {
        const signature = sign(digest, key)
        return [signature.r, signature.s, recoverPublicKey(digest, signature), publicKeyOf(key)]
          .map((bytes) => Buffer.from(bytes).toString('hex'))
      }
      const before = results()
      await secp256k1Ready
      console.log(JSON.stringify([before, results()]))
    `
    const run = (variables: NodeJS.ProcessEnv) => {
      const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
      const cwd = fileURLToPath(new URL('../..', import.meta.url))
      const output = execFileSync(process.execPath, args, {
        cwd,
        env: { ...process.env, ...variables },
        encoding: 'utf8',
      })
      return JSON.parse(output) as [before: string[], after: string[]]
    }
    // The package then looks for native code of a processor that does not exist.
    const [before, after] = run({ PREBUILDS_ONLY: '1', npm_config_arch: 'none' })
    expect(after).toEqual(before)
    const { r, s } = nativeSignature()
    expect(after.slice(0, 2)).toEqual([r, s])
  })
})

function nativeSignature(): { r: string; s: string } {
  const { signature } = native.ecdsaSign(new Uint8Array(32).fill(3), new Uint8Array(32).fill(5))
  const hex = Buffer.from(signature).toString('hex')
  return { r: hex.slice(0, 64), s: hex.slice(64) }
}
