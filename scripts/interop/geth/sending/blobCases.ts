import { toHex } from '../../../../src/primitives/hex.ts'
import { encodeRlp, type RlpItem } from '../../../../src/primitives/rlp.ts'
import { type ProvenBlob, versionedHash } from '../../../../test/support/provenBlobs.ts'
import { constantBlob } from './blobs.ts'
import { type CaseSource, draftFor, type SentCase } from './caseSource.ts'
import { damage, encodeItems } from './damage.ts'
import { type Draft, type DraftedFees, draftFees, signDraft } from './drafts.ts'

/** What is sent beside a transaction with blobs. */
interface DraftedSidecar {
  readonly version: RlpItem | undefined
  readonly blobs: readonly Uint8Array[]
  readonly commitments: readonly Uint8Array[]
  readonly proofs: readonly Uint8Array[]
  readonly hashes: readonly Uint8Array[]
}

type Change = (sidecar: DraftedSidecar, source: CaseSource) => Partial<DraftedSidecar>

/** Sidecars with an error, and a few without. */
const changes: Readonly<Record<string, Change>> = {
  valid: () => ({}),
  'wrong hash': ({ hashes }, { random }) => ({ hashes: [...hashes.slice(1), random.bytes(32)] }),
  'another version of the hash': ({ hashes }) => ({
    hashes: hashes.map((hash) => Uint8Array.of(2, ...hash.subarray(1))),
  }),
  'a hash less': ({ hashes }) => ({ hashes: hashes.slice(1) }),
  'a blob less': ({ blobs }) => ({ blobs: blobs.slice(1) }),
  'a blob more': ({ blobs }, { random }) => ({ blobs: [...blobs, constantBlob(random).blob] }),
  'a proof less': ({ proofs, version }) => ({
    proofs: version === undefined ? proofs : proofs.slice(1),
  }),
  'a number of a blob too large': ({ blobs }) => ({ blobs: blobs.map(withLargeNumber) }),
  'another blob': ({ blobs }, { random }) => ({
    blobs: [...blobs.slice(1), constantBlob(random).blob],
  }),
  'another commitment': ({ commitments }, { random }) => {
    const other = [...commitments.slice(1), constantBlob(random).commitment]
    return { commitments: other, hashes: other.map(versionedHash) }
  },
  'a commitment that is no point': ({ commitments }, { random }) => {
    const point = brokenPoint(random)
    const other = [...commitments.slice(1), point]
    return { commitments: other, hashes: other.map(versionedHash) }
  },
  'a proof that is no point': ({ proofs }, { random }) => ({
    proofs: [...proofs.slice(0, -1), brokenPoint(random)],
  }),
  'a proof of something else': ({ proofs, commitments }) => ({
    proofs: [...proofs.slice(0, -1), commitments[0] ?? new Uint8Array(48)],
  }),
  'another version': (_, { random }) => ({
    version: random.pick<RlpItem>([
      Uint8Array.of(2),
      new Uint8Array(0),
      Uint8Array.of(0),
      [],
      Uint8Array.of(1, 0),
    ]),
  }),
  'a short blob': ({ blobs }) => ({ blobs: blobs.map((blob) => blob.subarray(1)) }),
  'a short proof': ({ proofs }) => ({ proofs: proofs.map((proof) => proof.subarray(1)) }),
}

export function blobCase(source: CaseSource): SentCase {
  const { random } = source
  const made = draftFor(source, { type: 3, ...nonceAndFees(source) })
  const sender = made.sender
  const count = random.pick([1, 1, 1, 1, 1, 2, 0, 3, 6, 7, 8])
  const version = random.chance(1, 4) ? 0 : 1
  const isRecorded = count <= 2 && random.chance(1, 6)
  const proven = isRecorded
    ? source.recorded.slice(0, count)
    : Array.from({ length: count }, () => constantBlob(random))
  const valid = sidecarOf(proven, version)
  const kind = random.chance(1, 2) ? 'valid' : random.pick(Object.keys(changes))
  const sidecar = { ...valid, ...changes[kind]?.(valid, source) }
  const label = `${kind}, version ${version}, ${count} blobs`
  if (random.chance(1, 20)) {
    const items = itemsOf(made, sidecar)
    return { label: 'no sidecar', bytes: encodeItems(3, items), sender }
  }
  const bytes = encodeSidecar(itemsOf(made, sidecar), sidecar)
  if (!random.chance(1, 15)) return { label, bytes, sender }
  const damaged = damage(bytes, random)
  return { ...damaged, label: `${label} ${damaged.label}`, sender }
}

/** The next nonce, or one around it, or that of a transaction that is to be replaced. */
function nonceAndFees(source: CaseSource): {
  fees?: DraftedFees
  nonce?: bigint
  sender?: Draft['sender']
} {
  const { random, ommer, senders } = source
  const all = Object.values(senders).flat() as Draft['sender'][]
  if (random.chance(1, 4)) {
    // Where a nonce leaves a gap, geth does not look for transactions of the other kind: such senders have none.
    const gapped = senders.experienced.slice(1)
    const sender = random.pick(random.chance(1, 2) ? gapped : senders.delegated)
    const next = ommer.pool.nextNonce(toHex(sender.address))
    return { sender, nonce: next + random.pick([0n, 0n, 1n, 1n, 2n]) }
  }
  // One sends so many that it reaches the limit.
  if (random.chance(1, 4)) return { sender: senders.rich.at(-1) as Draft['sender'] }
  if (random.chance(1, 8)) {
    const sender = random.pick([...senders.poor, ...senders.empty, ...senders.rich])
    return { sender }
  }
  const pooled = [...ommer.pool.contents()].flatMap(({ pending }) => pending)
  const withBlobs = pooled.filter(({ blobFeeCap }) => blobFeeCap !== undefined)
  if (withBlobs.length === 0 || !random.chance(2, 3)) return {}
  const old = random.pick(withBlobs)
  const around = (fee: bigint) =>
    fee * random.pick([2n, 2n, 2n, 1n]) + random.pick([-1n, 0n, 0n, 0n, 1n])
  const fees = {
    ...draftFees(random),
    feeCap: around(old.feeCap),
    tipCap: around(old.tipCap),
    blobFeeCap: around(old.blobFeeCap as bigint),
  }
  const sender = all.find(({ address }) => toHex(address) === old.sender) as Draft['sender']
  return { sender, nonce: old.nonce, fees }
}

/** A valid transaction with blobs, as it is sent. */
export function encodeWithBlobs(
  made: Draft,
  proven: readonly ProvenBlob[],
  version: 0 | 1,
): Uint8Array {
  const sidecar = sidecarOf(proven, version)
  return encodeSidecar(itemsOf(made, sidecar), sidecar)
}

function sidecarOf(proven: readonly ProvenBlob[], version: 0 | 1): DraftedSidecar {
  return {
    version: version === 1 ? Uint8Array.of(1) : undefined,
    blobs: proven.map(({ blob }) => blob),
    commitments: proven.map(({ commitment }) => commitment),
    proofs: proven.flatMap(({ proof, cellProofs }) => (version === 1 ? cellProofs : [proof])),
    hashes: proven.map(({ commitment }) => versionedHash(commitment)),
  }
}

function itemsOf(made: Draft, { hashes }: DraftedSidecar): readonly RlpItem[] {
  return signDraft({ ...made, values: { ...made.values, blobVersionedHashes: hashes } })
}

function encodeSidecar(items: readonly RlpItem[], sidecar: DraftedSidecar): Uint8Array {
  const { version, blobs, commitments, proofs } = sidecar
  const versions = version === undefined ? [] : [version]
  const encoded = encodeRlp([items, ...versions, blobs, commitments, proofs])
  return Buffer.concat([Uint8Array.of(3), encoded])
}

function withLargeNumber(blob: Uint8Array): Uint8Array {
  const changed = blob.slice()
  changed.fill(0xff, 32, 64)
  return changed
}

/** Bytes that are no point of the subgroup, each for another reason. */
function brokenPoint(random: CaseSource['random']): Uint8Array {
  const point = random.bytes(48)
  const flags = random.pick([0x00, 0x20, 0x40, 0x80, 0x80, 0xa0, 0xc0, 0xe0])
  // Some numbers are not below the modulus.
  point[0] = flags | random.pick([0x01, 0x01, 0x1f])
  return point
}
