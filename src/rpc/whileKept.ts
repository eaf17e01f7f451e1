import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { ViewedChain } from '../endpoint/view.ts'
import type { Hex } from '../primitives/hex.ts'

/** How many characters the hash of a block has. */
const HASH_LENGTH = 66

/**
 * Keeps what a call may read until it ends, because its client may move the head meanwhile: the head, and the blocks that
 * its params name by hash.
 *
 * @param endpoint not the view of a fault, which may have no head; the blocks of such a view are its ancestors
 * @param params as received
 */
export function whileRead<T>(
  { head, chain }: Pick<Endpoint, 'head' | 'chain'>,
  params: readonly unknown[],
  answer: Promise<T>,
): Promise<T> {
  const blocks = [head]
  for (const param of params) {
    const hash = hashIn(param)
    const block = hash && chain.tree.byHash(hash)
    if (block !== undefined) blocks.push(block)
  }
  return whileKept(chain, blocks, answer)
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
    .filter((block) => block !== undefined && children?.counts(block) === true) as SealedBlock[]
  const candidates = blocks.filter((block) => children?.retainCandidate(block) === true)
  if (kept.length + candidates.length === 0) return work
  for (const block of kept) children?.retain(block)
  return work.finally(() => {
    // The chain may have joined another one meanwhile.
    for (const block of kept) chain.children?.release(block)
    for (const candidate of candidates) children?.releaseCandidate(candidate)
  })
}

/** The hash by which a param names a block: alone, or as a member, as of a log filter. */
function hashIn(param: unknown): Hex | undefined {
  const isObject = typeof param === 'object' && param !== null
  const hash: unknown = isObject && 'blockHash' in param ? param.blockHash : param
  return typeof hash === 'string' && hash.length === HASH_LENGTH ? (hash as Hex) : undefined
}
