import { RLP } from '@ethereumjs/rlp'
import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { Chain } from '../chain.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { VerifiableChain } from './verify.ts'

/** A chain of ours for `verify`: its main branch, and the whole blocks of all uncles. */
export function verifiableChain(chain: Chain): VerifiableChain {
  const { tree } = chain
  const blocks: SealedBlock[] = []
  for (let number = 0; number <= tree.head.number; number++) {
    const block = tree.byNumber(number)
    if (block !== undefined) blocks.push(block)
  }
  const sideBlocks = blocks.flatMap(({ rlp }) =>
    uncleHashes(rlp).flatMap((hash) => tree.byHash(hash) ?? []),
  )
  return { rules: chain.rules, blocks, sideBlocks }
}

function uncleHashes(rlp: Uint8Array): ReturnType<typeof toHex>[] {
  const [, , uncles] = RLP.decode(rlp) as [unknown, unknown, Uint8Array[][]]
  return uncles.map((header) => toHex(keccak256(RLP.encode(header))))
}
