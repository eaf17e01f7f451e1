import type { Chain } from '../chain/chain.ts'

/** What a banner says of the network that a chain was forked from. */
export function forkLines({
  forkedFrom,
}: Pick<Chain, 'forkedFrom'>): (readonly [name: string, text: string])[] {
  if (forkedFrom === undefined) return []
  const { nodes, block, unprovenBecause } = forkedFrom
  return [
    ['Fork', `of ${nodes.join(', ')} at ${block.number} ${block.hash}`],
    ['State', unprovenBecause === undefined ? 'proven' : `values only, because ${unprovenBecause}`],
  ]
}
