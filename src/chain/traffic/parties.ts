import type { Random } from '../../primitives/random.ts'
import type { Signer } from '../accounts.ts'

export const NO_DATA = new Uint8Array(0)

/** What a transfer of ether costs, in gas (Yellow Paper, G_transaction). */
export const TRANSFER_GAS = 21_000n

/** In wei: a thousandth of an ether. */
export const MILLIETHER = 10n ** 15n

/** Who a transfer goes to: mostly another account, sometimes an address nobody has seen before. */
export function drawRecipient(random: Random, signers: readonly Signer[]): Uint8Array {
  return random.chance(1, 4) ? random.bytes(20) : random.pick(signers).address
}
