import type { Chain } from '../chain.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { VerifiableChain } from './verify.ts'

/** A chain of ours for `verify`: its main branch, and the blocks of all other branches, whole uncles included. */
export function verifiableChain(chain: Chain): VerifiableChain {
  const { tree } = chain
  const blocks: SealedBlock[] = []
  for (let number = 0; number <= tree.head.number; number++) {
    const block = tree.byNumber(number)
    if (block !== undefined) blocks.push(block)
  }
  return { rules: chain.rules, blocks, sideBlocks: tree.sideBlocks }
}
