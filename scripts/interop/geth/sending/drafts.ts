import type { Signer } from '../../../../src/chain/accounts.ts'
import { encodeTyped } from '../../../../src/chain/encoding/encodeTyped.ts'
import {
  type FieldValues,
  signatureItems,
  signItems,
} from '../../../../src/chain/execution/signItems.ts'
import { toMinimalBytes } from '../../../../src/primitives/hex.ts'
import { keccak256 } from '../../../../src/primitives/keccak.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { RlpItem } from '../../../../src/primitives/rlp.ts'
import { sign } from '../../../../src/primitives/secp256k1.ts'

export type TransactionType = 0 | 1 | 2 | 3 | 4

/** A transaction before it is signed. */
export interface Draft {
  readonly type: TransactionType
  readonly sender: Signer
  readonly isProtected: boolean
  readonly values: FieldValues
}

export interface DraftedFees {
  /** in wei per gas */
  readonly feeCap: bigint
  readonly tipCap: bigint
  /** in wei per blob gas */
  readonly blobFeeCap: bigint
}

export interface DraftOptions {
  readonly type: TransactionType
  readonly sender: Signer
  readonly nonce: bigint
  readonly chainId: number
  readonly fees: DraftedFees
  /** who signs authorizations */
  readonly authorities: readonly Signer[]
}

const GWEI = 10n ** 9n

/** Fees that any block includes. */
export function draftFees(random: Random): DraftedFees {
  const tipCap = BigInt(random.between(1, 2_000_000_000))
  const feeCap = tipCap + BigInt(random.between(0, 20)) * GWEI
  return { feeCap, tipCap, blobFeeCap: BigInt(random.between(1, 1000)) }
}

/** Drafts a valid transaction. Its blobs are added later. */
export function draft(options: DraftOptions, random: Random): Draft {
  const { type, sender, nonce, chainId, fees, authorities } = options
  const input = random.chance(1, 3) ? random.bytes(random.between(1, 200)) : new Uint8Array(0)
  const creates = type < 3 && random.chance(1, 8)
  const values = {
    chainId: BigInt(chainId),
    nonce,
    gasPrice: fees.feeCap,
    maxFeePerGas: fees.feeCap,
    maxPriorityFeePerGas: fees.tipCap,
    maxFeePerBlobGas: fees.blobFeeCap,
    gas: BigInt(random.pick([200_000, 300_000, 1_000_000])),
    to: creates ? undefined : random.bytes(20),
    value: BigInt(random.below(1_000_000)),
    input,
    accessList: draftAccessList(random),
    blobVersionedHashes: [],
    authorizationList: draftAuthorizations(authorities, chainId, random),
  }
  return { type, sender, isProtected: type === 0 && !random.chance(1, 6), values }
}

function draftAccessList(random: Random): RlpItem {
  return Array.from({ length: random.pick([0, 0, 1, 3]) }, () => [
    random.bytes(20),
    Array.from({ length: random.below(4) }, () => random.bytes(32)),
  ])
}

function draftAuthorizations(
  authorities: readonly Signer[],
  chainId: number,
  random: Random,
): RlpItem {
  return Array.from({ length: random.between(1, 2) }, () => {
    const { privateKey } = random.pick(authorities)
    const unsigned = [toMinimalBytes(chainId), random.bytes(20), toMinimalBytes(random.below(3))]
    const { yParity, ...rest } = sign(keccak256(encodeTyped(5, unsigned)), privateKey)
    return [...unsigned, ...signatureItems(BigInt(yParity), { ...rest, yParity })]
  })
}

/** The signed items of a draft. */
export function signDraft({ type, sender, isProtected, values }: Draft): readonly RlpItem[] {
  const chainId = values.chainId as bigint
  const terms = { type, chainId, replayProtected: isProtected }
  return signItems(values, terms, sender.privateKey).items
}
