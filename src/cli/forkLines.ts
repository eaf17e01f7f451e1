import type { Chain } from '../chain/chain.ts'

/** What a banner says of the network that a chain was forked from. */
export function forkLines({
  forkedFrom,
}: Pick<Chain, 'forkedFrom'>): (readonly [name: string, text: string])[] {
  if (forkedFrom === undefined) return []
  const { nodes, witness, block, unprovenBecause } = forkedFrom
  const from = witness?.isOffline ? `${witness.folder}, offline` : nodes.join(', ')
  const kept = witness?.isOffline === false ? `, kept in ${witness.folder}` : ''
  return [
    ['Fork', `of ${from} at ${block.number} ${block.hash}${kept}`],
    ['State', unprovenBecause === undefined ? 'proven' : `values only, because ${unprovenBecause}`],
  ]
}
