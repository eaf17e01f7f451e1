import type { Signer } from '../../../../src/chain/accounts.ts'
import { isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import { toHex } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { ProvenBlob } from '../../../../test/support/provenBlobs.ts'
import { type Draft, type DraftedFees, draft, draftFees, type TransactionType } from './drafts.ts'
import type { Senders } from './sendingChains.ts'
import type { OmmerPool } from './sendToOmmer.ts'

/** What is sent, and why. */
export interface SentCase {
  readonly label: string
  readonly bytes: Uint8Array
  readonly sender: Signer
}

/** What cases are drawn from. */
export interface CaseSource {
  readonly ommer: OmmerPool
  readonly senders: Senders
  readonly random: Random
  readonly recorded: readonly ProvenBlob[]
  /** all that geth has taken */
  readonly sent: SentCase[]
}

/** The types that the fork has, and now and then one that it does not have. */
function drawType({ ommer, random }: CaseSource): TransactionType {
  const { fork } = ommer.rules
  const added = ['berlin', 'london', 'prague'] as const
  const types: TransactionType[] = [0, 1, 2, 4]
  const known = types.slice(0, 1 + added.filter((each) => isAtLeast(fork, each)).length)
  return random.chance(1, 12) ? random.pick([1, 2, 4]) : random.pick(known)
}

export function nextNonce({ ommer }: CaseSource, sender: Signer): bigint {
  return ommer.pool.nextNonce(toHex(sender.address))
}

/** Blob transactions have senders of their own, because a sender has one kind only. */
function richSender({ senders, random }: CaseSource, type: TransactionType): Signer {
  const half = senders.rich.length >> 1
  const isForBlobs = type === 3 ? !random.chance(1, 12) : random.chance(1, 40)
  return random.pick(isForBlobs ? senders.rich.slice(half) : senders.rich.slice(0, half))
}

interface Chosen {
  readonly type?: TransactionType
  readonly sender?: Signer
  readonly nonce?: bigint
  readonly fees?: DraftedFees
}

export function draftFor(source: CaseSource, chosen: Chosen = {}): Draft {
  const { random, ommer, senders } = source
  const type = chosen.type ?? drawType(source)
  const sender = chosen.sender ?? richSender(source, type)
  const nonce = chosen.nonce ?? nextNonce(source, sender)
  const fees = chosen.fees ?? draftFees(random)
  const authorities = [...senders.rich.slice(0, 6), ...senders.empty, ...senders.poor]
  const { chainId, hasReplayProtection } = ommer.rules
  const made = draft({ type, sender, nonce, chainId, fees, authorities }, random)
  // Without EIP-155, most have the signature that is valid.
  return hasReplayProtection || random.chance(1, 8) ? made : { ...made, isProtected: false }
}
