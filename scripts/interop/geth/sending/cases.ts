import type { Signer } from '../../../../src/chain/accounts.ts'
import { isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import { toHex } from '../../../../src/primitives/hex.ts'
import { blobCase } from './blobCases.ts'
import { type CaseSource, draftFor, nextNonce, type SentCase } from './caseSource.ts'
import { damage, damageItems, encodeItems } from './damage.ts'
import { type Draft, draftFees, signDraft } from './drafts.ts'
import { edgeOfField, edgeOfSignature } from './edges.ts'

type DrawCase = (source: CaseSource) => SentCase

/** How often each kind of case is drawn. */
const weights: readonly (readonly [number, string, DrawCase])[] = [
  [18, 'valid', drawValid],
  [8, 'nonce', drawNonce],
  [14, 'replacement', drawReplacement],
  [22, 'field', drawField],
  [8, 'signature', drawSignature],
  [10, 'items', drawItems],
  [8, 'bytes', drawBytes],
  [10, 'funds', drawFunds],
  [6, 'delegated', drawDelegated],
  [3, 'known', drawKnown],
  [12, 'blobs', drawBlobs],
]

export function drawCase(source: CaseSource): SentCase {
  const { random } = source
  const total = weights.reduce((sum, [weight]) => sum + weight, 0)
  let at = random.below(total)
  for (const [weight, kind, draw] of weights) {
    if (at < weight) {
      const drawn = draw(source)
      return { ...drawn, label: `${kind}: ${drawn.label}` }
    }
    at -= weight
  }
  throw new Error('unreachable')
}

function caseOf(made: Draft, label: string): SentCase {
  return { label, bytes: encodeItems(made.type, signDraft(made)), sender: made.sender }
}

function drawValid(source: CaseSource): SentCase {
  const made = draftFor(source)
  return caseOf(made, `type ${made.type}`)
}

function drawNonce(source: CaseSource): SentCase {
  const { random, senders } = source
  const sender = random.pick([...senders.rich.slice(0, 6), ...senders.experienced.slice(0, 1)])
  const next = nextNonce(source, sender)
  const nonce = atLeastZero(next + random.pick([-3n, -2n, -1n, 1n, 2n, 3n]))
  return caseOf(draftFor(source, { sender, nonce }), `${nonce - next} from the next`)
}

/** Fees around the least that replaces a transaction. */
function drawReplacement(source: CaseSource): SentCase {
  const { random, ommer } = source
  const all = [...ommer.pool.contents()].flatMap(({ pending, queued }) => [...pending, ...queued])
  const plain = all.filter(({ blobFeeCap }) => blobFeeCap === undefined)
  if (plain.length === 0) return drawValid(source)
  const old = random.pick(plain)
  const sender = signerOf(source, old.sender) as Signer
  const around = (fee: bigint) =>
    (fee * random.pick([110n, 110n, 110n, 100n, 120n])) / 100n + random.pick([-1n, 0n, 0n, 1n])
  const fees = { ...draftFees(random), feeCap: around(old.feeCap), tipCap: around(old.tipCap) }
  const made = draftFor(source, { sender, nonce: old.nonce, fees })
  return caseOf(made, `fees ${fees.feeCap}, ${fees.tipCap} for ${old.feeCap}, ${old.tipCap}`)
}

function atLeastZero(value: bigint): bigint {
  return value < 0n ? 0n : value
}

function signerOf({ senders }: CaseSource, address: string): Signer | undefined {
  const all = Object.values(senders).flat() as Signer[]
  return all.find((each) => toHex(each.address) === address)
}

function drawField(source: CaseSource): SentCase {
  const made = draftFor(source)
  const { label, values } = edgeOfField(made, source.ommer.rules, source.random)
  return caseOf({ ...made, values: { ...made.values, ...values } }, `type ${made.type} ${label}`)
}

function drawSignature(source: CaseSource): SentCase {
  const made = draftFor(source)
  const { label, items } = edgeOfSignature(made.type, signDraft(made), source.random)
  return {
    label: `type ${made.type} ${label}`,
    bytes: encodeItems(made.type, items),
    sender: made.sender,
  }
}

function drawItems(source: CaseSource): SentCase {
  const made = draftFor(source)
  const { label, bytes } = damageItems(made.type, signDraft(made), source.random)
  return { label: `type ${made.type} ${label}`, bytes, sender: made.sender }
}

function drawBytes(source: CaseSource): SentCase {
  const { bytes, sender } = caseOf(draftFor(source), '')
  const { label, bytes: damaged } = damage(bytes, source.random)
  return { label, bytes: damaged, sender }
}

/** Amounts around what a sender has left. */
function drawFunds(source: CaseSource): SentCase {
  const { random, senders, ommer } = source
  const sender = random.pick([...senders.poor, ...senders.poor, ...senders.empty])
  const { pending } = ommer.pool.contentOf(toHex(sender.address))
  const next = nextNonce(source, sender)
  const isReplaced = pending.length > 0 && random.chance(1, 3)
  const nonce = isReplaced ? random.pick(pending).nonce : next + random.pick([0n, 0n, 0n, 0n, 2n])
  const fees = isReplaced
    ? { feeCap: 90n * 10n ** 9n, tipCap: 9n * 10n ** 9n, blobFeeCap: 1n }
    : draftFees(random)
  const made = draftFor(source, { type: random.pick([0, 2] as const), sender, nonce, fees })
  const others = pending.filter((each) => each.nonce !== nonce)
  const spent = others.reduce((sum, { cost }) => sum + cost, 0n)
  const gas = 100_000n
  const left = ommer.balanceOf(toHex(sender.address)) - spent - gas * fees.feeCap
  const value = left + random.pick([-1n, 0n, 1n, -(left * 2n) / 3n, -(left * 2n) / 3n])
  const values = {
    ...made.values,
    gas,
    value: atLeastZero(value),
    accessList: [],
    input: new Uint8Array(0),
  }
  return caseOf({ ...made, values }, `value ${value} of ${left} left`)
}

function drawDelegated(source: CaseSource): SentCase {
  const { random, senders } = source
  const all = [...source.ommer.pool.contents()].flatMap(({ pending, queued }) => [
    ...pending,
    ...queued,
  ])
  const authorities = all.flatMap((each) => each.authorities)
  const known = authorities.flatMap((each) => signerOf(source, each) ?? [])
  const isKnown = known.length > 0 && random.chance(1, 2)
  const sender = random.pick(isKnown ? known : senders.delegated)
  const nonce = nextNonce(source, sender) + random.pick([-1n, 0n, 0n, 0n, 1n])
  const fees = draftFees(random)
  const made = draftFor(source, { sender, nonce: atLeastZero(nonce), fees })
  return caseOf(made, isKnown ? 'of an authority' : 'of an account with code')
}

function drawKnown(source: CaseSource): SentCase {
  const { sent, random } = source
  if (sent.length === 0) return drawValid(source)
  const again = random.pick(sent.slice(-200))
  return { ...again, label: `again, ${again.label}` }
}

function drawBlobs(source: CaseSource): SentCase {
  if (!isAtLeast(source.ommer.rules.fork, 'cancun') && !source.random.chance(1, 6)) {
    return drawValid(source)
  }
  return blobCase(source)
}
