import { describe, expect, it } from 'vitest'
import { signerOf } from '../../src/chain/accounts.ts'
import { signItems } from '../../src/chain/execution/signItems.ts'
import { decodeSentTransaction } from '../../src/pool/decodeSent.ts'
import { type SendingRules, validateSentTransaction } from '../../src/pool/validateSent.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { encodeRlp } from '../../src/primitives/rlp.ts'
import { provenBlobs, versionedHash } from '../support/provenBlobs.ts'
import { sendingRules } from '../support/sendingRules.ts'

const alice = signerOf(new Uint8Array(32).fill(1))
const sender = toHex(alice.address)
const chainId = 1337n

const usual = {
  chainId,
  nonce: 3n,
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 10n,
  gas: 21_000n,
  to: new Uint8Array(20).fill(7),
  value: 7n,
  accessList: [],
}

interface SentBlobs {
  readonly version: 0 | 1
  readonly blobs: readonly Uint8Array[]
  readonly commitments: readonly Uint8Array[]
  readonly proofs: readonly Uint8Array[]
  readonly hashes: readonly Uint8Array[]
  readonly fee: bigint
}

describe('a transaction with blobs', () => {
  const [one, two] = provenBlobs()
  if (one === undefined || two === undefined) throw new Error('no blobs')
  const valid: SentBlobs = {
    version: 1,
    blobs: [one.blob],
    commitments: [one.commitment],
    proofs: one.cellProofs,
    hashes: [versionedHash(one.commitment)],
    fee: 5n,
  }
  const send = (changes: Partial<SentBlobs>, fork: SendingRules['fork'] = 'osaka') => {
    const { version, blobs, commitments, proofs, hashes, fee } = { ...valid, ...changes }
    const values = { ...usual, blobVersionedHashes: hashes, maxFeePerBlobGas: fee }
    const terms = { type: 3, chainId, replayProtected: false } as const
    const { items } = signItems(values, terms, alice.privateKey)
    const prefix = version === 0 ? [] : [Uint8Array.of(version)]
    const list = encodeRlp([items, ...prefix, blobs, commitments, proofs])
    const decoded = decodeSentTransaction(Buffer.concat([Uint8Array.of(3), list]))
    return validateSentTransaction(decoded, { ...sendingRules, fork })
  }
  const seven = <T>(item: T) => new Array<T>(7).fill(item)
  const large = one.blob.slice().fill(0xff, 0, 32)

  it('pays for them, and takes no memory for them', () => {
    const sent = send({})
    expect(sent).toMatchObject({ sender, type: 3, blobFeeCap: 5n })
    expect(sent.cost).toBe(21_000n * 100n + 131_072n * 5n + 7n)
    expect(sent.encoded.length).toBeLessThan(300)
    expect(sent.bytes).toBeLessThan(2000)
  })

  it.each(['cancun', 'prague', 'osaka', 'bpo2'] as const)(
    'may have either version in %s',
    (fork) => {
      expect(send({}, fork).type).toBe(3)
      expect(send({ version: 0, proofs: [one.proof] }, fork).type).toBe(3)
    },
  )

  it.each<[string, Partial<SentBlobs>, code: string, message: string]>([
    [
      'that pay nothing',
      { fee: 0n },
      'TIP_TOO_LOW',
      'transaction gas price below minimum: blob fee cap 0, minimum needed 1',
    ],
    [
      'without hashes',
      { hashes: [] },
      'INVALID_SIDECAR',
      'invalid number of 1 blob commitments compared to 0 blob hashes',
    ],
    [
      'with another hash',
      { hashes: [versionedHash(two.commitment)] },
      'INVALID_SIDECAR',
      `blob 0: computed hash ${toHex(versionedHash(one.commitment))} mismatches transaction one ${toHex(versionedHash(two.commitment))}`,
    ],
    [
      'of which there are 7',
      {
        blobs: seven(one.blob),
        commitments: seven(one.commitment),
        hashes: seven(versionedHash(one.commitment)),
      },
      'TOO_MANY_BLOBS',
      'transaction blob limit exceeded: blob count 7, limit 6',
    ],
    [
      'with too few proofs',
      { proofs: one.cellProofs.slice(1) },
      'INVALID_SIDECAR',
      'Wrong sidecar format: invalid number of 127 blob proofs expected 128',
    ],
    [
      'with too few proofs of version 0',
      { version: 0, proofs: [] },
      'INVALID_SIDECAR',
      'Wrong sidecar format: invalid number of 0 blob proofs expected 1',
    ],
    [
      'of which there are none',
      { blobs: [], commitments: [], proofs: [], hashes: [] },
      'INVALID_SIDECAR',
      'blobless blob transaction',
    ],
    [
      'of which there are too many',
      { blobs: [one.blob, two.blob] },
      'INVALID_SIDECAR',
      'invalid number of 2 blobs compared to 1 commitments',
    ],
    [
      'with a number that is too large',
      { blobs: [large] },
      'INVALID_SIDECAR',
      'scalar is not canonical when interpreted as a big integer in big-endian',
    ],
    [
      'with such a number, of version 0',
      { version: 0, blobs: [large], proofs: [one.proof] },
      'INVALID_SIDECAR',
      'blob sidecar conversion failed: scalar is not canonical when interpreted as a big integer in big-endian',
    ],
    [
      'that are too large together',
      { version: 0, blobs: new Array(8).fill(one.blob), proofs: [one.proof] },
      'OVERSIZED',
      'oversized data: transaction size 1098984, limit 1048576',
    ],
  ])('%s is refused', (_, changes, code, message) => {
    expect(() => send(changes)).toThrow(expect.objectContaining({ code, message }))
  })
})
