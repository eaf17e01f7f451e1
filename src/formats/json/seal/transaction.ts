import { encodeTyped } from '../../../chain/encoding/encodeTyped.ts'
import { toBigInt, toHex, toMinimalBytes } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { RlpItem } from '../../../primitives/rlp.ts'
import { recoverPublicKey } from '../../../primitives/secp256k1.ts'
import { FieldError, requireSame, show } from '../fieldError.ts'
import { dataOf, FieldReader, listOf } from '../fieldReader.ts'

/** A transaction as bytes. */
export interface EncodedTransaction {
  /** EIP-2718 */
  readonly type: number
  /** as it is hashed, and as the transactions trie holds it */
  readonly encoded: Uint8Array
  /** what the sender signed */
  readonly signed: () => Uint8Array
  readonly yParity: number
  readonly r: Uint8Array
  readonly s: Uint8Array
}

/**
 * A transaction as it is hashed (EIP-155, EIP-2718, EIP-2930, EIP-1559, EIP-4844, EIP-7702).
 *
 * @param path of the object in the block
 * @param chainId of the chain: not every dialect says it of every transaction
 * @throws {FieldError} where a field is missing or not of its kind, or the type is none of those
 */
export function encodeTransaction(
  path: string,
  object: unknown,
  chainId: number | undefined,
): EncodedTransaction {
  const reader = new FieldReader(path, object)
  const type = reader.has('type') ? Number(reader.bigint('type')) : 0
  const unsigned = unsignedItems(reader, type, chainId)
  const [r, s] = [reader.uint('r'), reader.uint('s')]
  if (type !== 0) {
    const parity = reader.uint(reader.has('yParity') ? 'yParity' : 'v')
    return {
      type,
      encoded: encodeTyped(type, [...unsigned, parity, r, s]),
      signed: () => encodeTyped(type, unsigned),
      yParity: Number(toBigInt(parity)),
      r,
      s,
    }
  }
  const v = reader.uint('v')
  const number = toBigInt(v)
  // EIP-155: v = 35 + 2 × chain id + parity, and the chain id is signed, too
  const replay = number < 35n ? [] : [toMinimalBytes((number - 35n) / 2n), NOTHING, NOTHING]
  return {
    type,
    encoded: encodeTyped(0, [...unsigned, v, r, s]),
    signed: () => encodeTyped(0, [...unsigned, ...replay]),
    yParity: Number((number + 1n) % 2n),
    r,
    s,
  }
}

const NOTHING = new Uint8Array(0)

function unsignedItems(
  reader: FieldReader,
  type: number,
  chainId: number | undefined,
): readonly RlpItem[] {
  const call = [
    reader.uint('gas'),
    reader.has('to') ? reader.data('to', 20) : NOTHING,
    reader.uint('value'),
    reader.data(reader.has('input') ? 'input' : 'data'),
  ]
  const nonce = reader.uint('nonce')
  if (type === 0) return [nonce, reader.uint('gasPrice'), ...call]
  const chain =
    reader.has('chainId') || chainId === undefined
      ? reader.uint('chainId')
      : toMinimalBytes(chainId)
  const accessList = () =>
    reader.list('accessList').map((each, index) => {
      const entry = new FieldReader(`${reader.pathOf('accessList')}[${index}]`, each)
      return [
        entry.data('address', 20),
        entry.list('storageKeys').map(toBytes(entry, 'storageKeys')),
      ]
    })
  const fees = () => [reader.uint('maxPriorityFeePerGas'), reader.uint('maxFeePerGas')]
  switch (type) {
    case 1:
      return [chain, nonce, reader.uint('gasPrice'), ...call, accessList()]
    case 2:
      return [chain, nonce, ...fees(), ...call, accessList()]
    case 3: {
      const hashes = reader.list('blobVersionedHashes').map(toBytes(reader, 'blobVersionedHashes'))
      const blobs = [reader.uint('maxFeePerBlobGas'), hashes]
      return [chain, nonce, ...fees(), ...call, accessList(), ...blobs]
    }
    case 4:
      return [chain, nonce, ...fees(), ...call, accessList(), authorizations(reader)]
    default: {
      const problem = `${show(reader.value('type'))} is a type that this version does not know`
      throw new FieldError(reader.pathOf('type'), problem)
    }
  }
}

function toBytes(reader: FieldReader, name: string) {
  return (value: unknown, index: number) => dataOf(`${reader.pathOf(name)}[${index}]`, value, 32)
}

function authorizations(reader: FieldReader): RlpItem[] {
  const path = reader.pathOf('authorizationList')
  return listOf(path, reader.value('authorizationList')).map((each, index) => {
    const entry = new FieldReader(`${path}[${index}]`, each)
    return [
      entry.uint('chainId'),
      entry.data('address', 20),
      entry.uint('nonce'),
      entry.uint('yParity'),
      entry.uint('r'),
      entry.uint('s'),
    ]
  })
}

/**
 * Makes sure that whoever is named as the sender has signed.
 *
 * @param from as it is stated
 * @throws {FieldError}
 */
export function requireSender(
  path: string,
  { signed, r, s, yParity }: EncodedTransaction,
  from: unknown,
): void {
  let publicKey: Uint8Array
  try {
    publicKey = recoverPublicKey(keccak256(signed()), { r, s, yParity })
  } catch (cause) {
    throw new FieldError(`${path}.r`, 'no public key fits the signature', { cause })
  }
  requireSame(`${path}.from`, lowerCase(from), toHex(keccak256(publicKey).subarray(12)))
}

/** Some providers write addresses with a checksum in their case (EIP-55). */
function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
