import type { ViewedChain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { NamedBlocks } from './params/arguments.ts'

/**
 * Keeps what a call may read until it ends, because its client may move the head meanwhile: the head, and the blocks that
 * its arguments name by hash.
 *
 * @param endpoint not the view of a fault, which may have no head; the blocks of such a view are its ancestors
 * @param named the blocks that the arguments name
 */
export function whileRead<T>(
  { head, chain }: Pick<Endpoint, 'head' | 'chain'>,
  named: NamedBlocks | undefined,
  answer: Promise<T>,
): Promise<T> {
  const block =
    named !== undefined && 'blockHash' in named ? chain.tree.byHash(named.blockHash) : undefined
  return whileKept(chain, block === undefined ? [head] : [head, block], answer)
}

/**
 * Keeps blocks, with their ancestors, until work ends. Of a candidate for a block, its parent is kept, too.
 *
 * @param work has begun in the same turn in which the blocks were found
 */
export function whileKept<T>(
  chain: ViewedChain,
  blocks: readonly SealedBlock[],
  work: Promise<T>,
): Promise<T> {
  const { children, tree } = chain
  const kept = blocks
    .map((block) => (tree.byHash(block.hash) ? block : tree.byHash(block.parentHash)))
    .filter((block) => block !== undefined && children.counts(block)) as SealedBlock[]
  const candidates = blocks.filter((block) => children.retainCandidate(block))
  if (kept.length + candidates.length === 0) return work
  for (const block of kept) children.retain(block)
  return work.finally(() => {
    // The chain may have joined another one meanwhile.
    for (const block of kept) chain.children.release(block)
    for (const candidate of candidates) children.releaseCandidate(candidate)
  })
}
