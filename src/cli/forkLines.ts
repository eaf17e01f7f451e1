import type { Chain } from '../chain/chain.ts'

/** What a banner says of the network that a chain was forked from. */
export function forkLines({
  forkedFrom,
}: Pick<Chain, 'forkedFrom'>): (readonly [name: string, text: string])[] {
  if (forkedFrom === undefined) return []
  const { nodes, witness, block, isOfJournal, unprovenBecause } = forkedFrom
  const from = witness?.isOffline ? `${witness.folder}, offline` : nodes.join(', ')
  const kept = witness?.isOffline === false ? `, kept in ${witness.folder}` : ''
  const named = isOfJournal ? ', the block of the journal' : ''
  return [
    ['Fork', `of ${from} at ${block.number} ${block.hash}${named}${kept}`],
    ['State', unprovenBecause === undefined ? 'proven' : `values only, because ${unprovenBecause}`],
  ]
}
