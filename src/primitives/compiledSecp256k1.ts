import {
  CompressionFlag,
  ContextFlag,
  instantiateSecp256k1Wasm,
  type Secp256k1Wasm,
} from '@bitauth/libauth/build/lib/bin/secp256k1/secp256k1-wasm.js'
import withChecks from 'secp256k1/lib/index.js'
import {
  DONE,
  INVALID_INPUT,
  NO_PUBLIC_KEY,
  type Secp256k1,
  UNCOMPRESSED_BYTES,
} from './secp256k1Code.ts'

/**
 * Compiles libsecp256k1 as WebAssembly: the code that the package `secp256k1` has for some platforms as native code. It
 * gives the same bytes, in two to three times the time.
 */
export async function compileSecp256k1(): Promise<Secp256k1> {
  const compiled = new CompiledSecp256k1(await instantiateSecp256k1Wasm())
  return withChecks({
    privateKeyVerify: (key) => compiled.verifyKey(key),
    publicKeyCreate: (output, key) => compiled.createPublicKey(output, key),
    ecdsaSign: (output, digest, key) => compiled.sign(output, digest, key),
    ecdsaRecover: (output, signature, recid, digest) =>
      compiled.recover(output, { signature, recid, digest }),
  })
}

/** libsecp256k1 with places in its memory for all that is passed to it. It runs in one thread, so they are used again. */
class CompiledSecp256k1 {
  readonly #wasm: Secp256k1Wasm
  readonly #context: number
  readonly #digest: number
  readonly #key: number
  /** 64 bytes */
  readonly #compact: number
  readonly #signature: number
  readonly #publicKey: number
  readonly #serialized: number
  readonly #number: number

  constructor(wasm: Secp256k1Wasm) {
    this.#wasm = wasm
    this.#context = wasm.contextCreate(ContextFlag.BOTH)
    this.#digest = wasm.malloc(32)
    this.#key = wasm.malloc(32)
    this.#compact = wasm.malloc(64)
    this.#signature = wasm.malloc(65)
    this.#publicKey = wasm.malloc(64)
    this.#serialized = wasm.malloc(UNCOMPRESSED_BYTES)
    this.#number = wasm.malloc(4)
  }

  verifyKey(key: Uint8Array): number {
    this.#write(this.#key, key)
    return this.#wasm.seckeyVerify(this.#context, this.#key) === 1 ? DONE : INVALID_INPUT
  }

  createPublicKey(output: Uint8Array, key: Uint8Array): number {
    this.#write(this.#key, key)
    const isValid = this.#wasm.pubkeyCreate(this.#context, this.#publicKey, this.#key) === 1
    if (!isValid) return INVALID_INPUT
    this.#readPublicKey(output)
    return DONE
  }

  sign(
    output: { readonly signature: Uint8Array; recid: number },
    digest: Uint8Array,
    key: Uint8Array,
  ): number {
    const wasm = this.#wasm
    this.#write(this.#digest, digest)
    this.#write(this.#key, key)
    const isSigned = wasm.signRecoverable(this.#context, this.#signature, this.#digest, this.#key)
    if (isSigned !== 1) return INVALID_INPUT
    wasm.recoverableSignatureSerialize(this.#context, this.#compact, this.#number, this.#signature)
    output.signature.set(wasm.readHeapU8(this.#compact, 64))
    output.recid = wasm.readSizeT(this.#number)
    return DONE
  }

  recover(
    output: Uint8Array,
    given: {
      readonly signature: Uint8Array
      readonly recid: number
      readonly digest: Uint8Array
    },
  ): number {
    const wasm = this.#wasm
    const context = this.#context
    this.#write(this.#compact, given.signature)
    this.#write(this.#digest, given.digest)
    const { recid } = given
    if (wasm.recoverableSignatureParse(context, this.#signature, this.#compact, recid as 0) !== 1) {
      return INVALID_INPUT
    }
    if (wasm.recover(context, this.#publicKey, this.#signature, this.#digest) !== 1) {
      return NO_PUBLIC_KEY
    }
    this.#readPublicKey(output)
    return DONE
  }

  #write(pointer: number, bytes: Uint8Array): void {
    this.#wasm.heapU8.set(bytes, pointer)
  }

  #readPublicKey(output: Uint8Array): void {
    const wasm = this.#wasm
    const isCompressed = output.length < UNCOMPRESSED_BYTES
    const flag = isCompressed ? CompressionFlag.COMPRESSED : CompressionFlag.UNCOMPRESSED
    wasm.heapU32[this.#number >> 2] = output.length
    wasm.pubkeySerialize(this.#context, this.#serialized, this.#number, this.#publicKey, flag)
    output.set(wasm.readHeapU8(this.#serialized, output.length))
  }
}
