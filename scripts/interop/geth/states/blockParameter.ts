import type { Block } from '../../../../src/chain/encoding/block.ts'
import { type Hex, toQuantity } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { BlockParameter } from './request.ts'

/** A block of the main branch as a parameter, in any of the ways that name it. */
export function blockParameter(
  { hash, header: { number } }: Pick<Block, 'hash' | 'header'>,
  random: Random,
): BlockParameter | Hex {
  const quantity = toQuantity(number)
  return random.pick<BlockParameter | Hex>([
    quantity,
    quantity,
    hash,
    { blockNumber: quantity },
    { blockHash: hash },
    { blockHash: hash, requireCanonical: true },
  ])
}
