import { SYSTEM_CALLER } from '../../chain/contracts/system.ts'
import { bloomBits } from '../../chain/encoding/bloom.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { Random } from '../../primitives/random.ts'

export interface FlawedBloom {
  /** DATA, 256 bytes */
  readonly bloom: string
  /** counted from the lowest bit, as in the Yellow Paper */
  readonly bit: number
}

/**
 * Flips one bit of a bloom. It clears a bit that is set, if there is one, so that the bloom denies a log in the block.
 *
 * @param bloom DATA, 256 bytes
 */
export function withBitFlipped(bloom: string, random: Random): FlawedBloom {
  const bits = BigInt(bloom)
  const all = Array.from({ length: (bloom.length - 2) * 4 }, (_, bit) => bit)
  const set = all.filter((bit) => (bits >> BigInt(bit)) & 1n)
  const bit = random.pick(set.length > 0 ? set : all)
  return { bloom: bloomOf(bits ^ (1n << BigInt(bit)), bloom.length - 2), bit }
}

const TRANSFER_BITS = bloomBits(fromHex(SYSTEM_CALLER)).reduce(
  (bits, bit) => bits | (1n << BigInt(bit)),
  0n,
)

/**
 * Whether a bloom admits a log of a transfer of ether.
 *
 * @param bloom DATA, 256 bytes
 */
export function hasTransfers(bloom: string): boolean {
  return (BigInt(bloom) & TRANSFER_BITS) === TRANSFER_BITS
}

/**
 * Clears the bits of the address that transfers of ether have.
 *
 * @param bloom DATA, 256 bytes
 */
export function withoutTransfers(bloom: string): string {
  return bloomOf(BigInt(bloom) & ~TRANSFER_BITS, bloom.length - 2)
}

function bloomOf(bits: bigint, digits: number): string {
  return `0x${bits.toString(16).padStart(digits, '0')}`
}
