import { bls12_381 } from '@noble/curves/bls12-381.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BlobSource,
  GENERATED_BLOB_PROOF,
  generatedBlob,
  generatedBlobHashes,
  generatedBlobNumber,
  generatedCommitments,
} from '../../../src/chain/protocol/generatedBlob.ts'
import { G1_MONOMIALS } from '../../../src/chain/protocol/trustedSetup.ts'
import { verifyBlobProofs } from '../../../src/chain/protocol/verifyBlobProofs.ts'
import { verifyCellProofs } from '../../../src/chain/protocol/verifyCellProofs.ts'
import { versionedHash } from '../../support/provenBlobs.ts'
import { repeated } from '../../support/sized.ts'

const { Point: G1 } = bls12_381.G1

const source: BlobSource = {
  to: `0x${'ab'.repeat(20)}`,
  maxFeePerGas: 30n,
  maxPriorityFeePerGas: 2n,
  maxFeePerBlobGas: 5n,
}

const numbers = fc.nat({ max: 2 ** 48 - 1 })

function generatedCommitment(number: number): Uint8Array {
  return generatedCommitments([number])[0] as Uint8Array
}

function ended(steps: Generator<void, string | undefined>): string | undefined {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** What is wrong with the proofs of a blob, by code that knows nothing of how it was made. */
function problemOf(number: number, commitment = generatedCommitment(number)): string | undefined {
  return ended(verifyBlobProofs([generatedBlob(number)], [commitment], [GENERATED_BLOB_PROOF]))
}

describe('a generated blob', () => {
  it('has the commitment that noble computes', () => {
    const tau = G1.fromHex(G1_MONOMIALS[1] as string)
    const example = (number: number) => {
      const multiple = number === 0 ? G1.ZERO : G1.BASE.multiply(BigInt(number))
      expect(generatedCommitment(number)).toEqual(multiple.add(tau).toBytes())
    }
    for (const number of [0, 1, 63, 64, 2 ** 48 - 1]) example(number)
    fc.assert(fc.property(numbers, example), { numRuns: repeated(20, 500) })
  })

  it('is proven', () => {
    for (const number of [0, 1, 2 ** 48 - 1]) expect(problemOf(number)).toBeUndefined()
    fc.assert(
      fc.property(numbers, (number) => problemOf(number) === undefined),
      { numRuns: repeated(3, 50) },
    )
    expect(problemOf(7, generatedCommitment(8))).toBe("can't verify opening proof")
  })

  it('has cells whose proofs are the point at infinity', () => {
    const infinity = Uint8Array.of(0xc0, ...new Uint8Array(47))
    const proofs = new Array<Uint8Array>(128).fill(infinity)
    expect(
      ended(verifyCellProofs([generatedBlob(9)], [generatedCommitment(9)], proofs)),
    ).toBeUndefined()
  })

  it('follows from what its transaction offers, and from its index', () => {
    const changes: Partial<BlobSource>[] = [
      {},
      { to: null },
      { maxFeePerGas: 31n },
      { maxPriorityFeePerGas: 3n },
      { maxFeePerBlobGas: 6n },
    ]
    const all = changes.flatMap((change) =>
      [0, 1].map((index) => generatedBlobNumber({ ...source, ...change }, index)),
    )
    expect(new Set(all).size).toBe(10)
    expect(Math.max(...all)).toBeLessThan(2 ** 48)
    const hashes = all.slice(0, 2).map((number) => versionedHash(generatedCommitment(number)))
    expect(generatedBlobHashes(source, 2)).toEqual(hashes)
  })
})
