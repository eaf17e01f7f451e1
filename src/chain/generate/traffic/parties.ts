import type { Random } from '../../../primitives/random.ts'
import type { Signer } from '../../accounts.ts'

export const NO_DATA = new Uint8Array(0)

/** What a transfer of ether costs, in gas (Yellow Paper, G_transaction). */
export const TRANSFER_GAS = 21_000n

/** In wei: a thousandth of an ether. */
export const MILLIETHER = 10n ** 15n

/** So many accounts are given tokens when a contract is created: its cost must not grow with the spec. */
const HOLDERS_MAX = 10

/** Who a transfer goes to: mostly another account, sometimes an address nobody has seen before. */
export function drawRecipient(random: Random, signers: readonly Signer[]): Uint8Array {
  return random.chance(1, 4) ? random.bytes(20) : random.pick(signers).address
}

/** Addresses of those who have of every token from the start. */
export function firstHolders(signers: readonly Signer[]): Uint8Array[] {
  return signers.slice(0, HOLDERS_MAX).map(({ address }) => address)
}

/** One of those who have of every token from the start. */
export function drawHolder(random: Random, signers: readonly Signer[]): Signer {
  return signers[random.below(Math.min(signers.length, HOLDERS_MAX))] as Signer
}
