import { describe, expect, it } from 'vitest'
import { verifySidecar } from '../../src/pool/verifySidecar.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { provenBlobs } from '../support/provenBlobs.ts'

const [one, two] = provenBlobs()
if (one === undefined || two === undefined) throw new Error('no blobs')

type Sidecar = Parameters<typeof verifySidecar>[0]

const valid = {
  version: 1,
  blobs: [one.blob, two.blob],
  commitments: [one.commitment, two.commitment],
  proofs: [...one.cellProofs, ...two.cellProofs],
} satisfies Sidecar
const ofVersion0 = { ...valid, version: 0, proofs: [one.proof, two.proof] } satisfies Sidecar

const infinity = fromHex(`0xc0${'00'.repeat(47)}`)
const unpaired = fromHex(`0x80${'00'.repeat(46)}01`)

function verify(sidecar: Sidecar): number {
  let slices = 0
  for (const _ of verifySidecar(sidecar)) slices++
  return slices
}

function changedBlob(blob: Uint8Array): Uint8Array {
  const changed = blob.slice()
  changed[131_071] = (changed[131_071] as number) ^ 1
  return changed
}

describe('verifySidecar', () => {
  it('accepts proofs that go-ethereum made, in many slices', () => {
    expect(verify(valid)).toBeGreaterThan(500)
    expect(verify(ofVersion0)).toBeGreaterThan(50)
  })

  it('accepts a blob of zeros', () => {
    const blobs = [new Uint8Array(131_072)]
    const commitments = [infinity]
    verify({ version: 1, blobs, commitments, proofs: new Array(128).fill(infinity) })
    verify({ version: 0, blobs, commitments, proofs: [infinity] })
  })

  it.each<[string, Sidecar, problem: string]>([
    ['proofs in another order', { ...valid, proofs: valid.proofs.toReversed() }, 'opening'],
    [
      'one wrong proof',
      { ...valid, proofs: valid.proofs.with(200, valid.proofs[199] as Uint8Array) },
      'opening',
    ],
    ['another blob', { ...valid, blobs: [changedBlob(one.blob), two.blob] }, 'opening'],
    [
      'commitments in another order',
      { ...valid, commitments: [two.commitment, one.commitment] },
      'opening',
    ],
    [
      'another blob, version 0',
      { ...ofVersion0, blobs: [one.blob, changedBlob(two.blob)] },
      'opening',
    ],
    ['a wrong proof, version 0', { ...ofVersion0, proofs: [one.proof, one.proof] }, 'opening'],
    ['what is no point', { ...valid, proofs: valid.proofs.with(3, unpaired) }, 'square root'],
    [
      'a commitment that is no point',
      { ...ofVersion0, commitments: [one.commitment, unpaired] },
      'square root',
    ],
    [
      'a point outside of the subgroup',
      { ...valid, proofs: valid.proofs.with(3, outside()) },
      'subgroup',
    ],
    ['zeros', { ...valid, proofs: valid.proofs.with(3, new Uint8Array(48)) }, 'short buffer'],
    [
      'a wrong infinity',
      { ...valid, proofs: valid.proofs.with(3, infinity.with(47, 1)) },
      'infinity',
    ],
    [
      'other flags',
      { ...valid, proofs: valid.proofs.with(3, infinity.with(0, 0xe0)) },
      'invalid point encoding',
    ],
    [
      'a number above the modulus',
      { ...valid, proofs: valid.proofs.with(3, new Uint8Array(48).fill(0x9f)) },
      'invalid fp.Element encoding',
    ],
  ])('refuses %s', (_, sidecar, problem) => {
    expect(() => verify(sidecar)).toThrow(
      expect.objectContaining({
        code: 'INVALID_BLOB_PROOF',
        message: expect.stringMatching(`^KZG verification error: .*${problem}`),
      }),
    )
  })
})

/** A point of the curve, of another order: x = 4 is the first that is one. */
function outside(): Uint8Array {
  return fromHex(`0x80${'00'.repeat(46)}04`)
}
