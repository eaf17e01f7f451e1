import { bls12_381 } from '@noble/curves/bls12-381.js'
import type { Random } from '../../../../src/primitives/random.ts'
import { BLOB_BYTES, NUMBER_BYTES, type ProvenBlob } from '../../../../test/support/provenBlobs.ts'

const CELLS = 128

/** The point at infinity: the proof of a polynomial that is constant. */
const INFINITY = Uint8Array.from({ length: 48 }, (_, index) => (index === 0 ? 0xc0 : 0))

/** A blob of one number only, whose proofs need no trusted setup. */
export function constantBlob(random: Random): ProvenBlob {
  const number = random.bytes(NUMBER_BYTES)
  number[0] = random.pick([0, 0x10, 0x73])
  if (number[0] === 0x73) number[1] = 0
  const blob = new Uint8Array(BLOB_BYTES)
  for (let at = 0; at < BLOB_BYTES; at += NUMBER_BYTES) blob.set(number, at)
  const factor = BigInt(`0x${Buffer.from(number).toString('hex')}`)
  const commitment = bls12_381.G1.Point.BASE.multiply(factor).toBytes(true)
  return { blob, commitment, proof: INFINITY, cellProofs: new Array(CELLS).fill(INFINITY) }
}
