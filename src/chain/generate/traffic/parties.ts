import type { Random } from '../../../primitives/random.ts'
import type { Signer } from '../../accounts.ts'

export const NO_DATA = new Uint8Array(0)

/** A thousandth of an ether, in wei. */
export const MILLIETHER = 10n ** 15n

/** How many accounts get tokens when a contract is created, at most: its gas must not grow with the spec. */
const HOLDERS_MAX = 10

/** The recipient of a transfer: usually one of the accounts, sometimes a new address. */
export function drawRecipient(random: Random, signers: readonly Signer[]): Uint8Array {
  return random.chance(1, 4) ? random.bytes(20) : random.pick(signers).address
}

/** The addresses of the initial holders of every token. */
export function firstHolders(signers: readonly Signer[]): Uint8Array[] {
  return signers.slice(0, HOLDERS_MAX).map(({ address }) => address)
}

/** Draws one of the initial holders of every token. */
export function drawHolder(random: Random, signers: readonly Signer[]): Signer {
  return signers[random.below(Math.min(signers.length, HOLDERS_MAX))] as Signer
}
