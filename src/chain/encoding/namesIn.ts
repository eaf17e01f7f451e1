import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from './block.ts'
import { decodeBlockLazily } from './decode.ts'

/** The accounts that a block pays without a transaction: those of rewards, up to the merge, and of withdrawals. */
export function namesIn(block: SealedBlock): Hex[] {
  const { header, uncles, withdrawals = [] } = decodeBlockLazily(block)
  const mined = header.difficulty > 0n ? [header, ...uncles.map((uncle) => uncle.header)] : []
  return [...mined.map(({ miner }) => miner), ...withdrawals.map(({ address }) => address)]
}
