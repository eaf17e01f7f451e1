import type { KnownNodes } from '../chain/state/provenState.ts'
import type { WantedNode } from '../chain/state/stateReader.ts'
import { type Hex, toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { yieldEvery } from '../primitives/yieldToEventLoop.ts'
import { beginsWith } from './addPath.ts'

/** The longest path, in nibbles, for which a key is searched: 16^5 hashes on average. */
const SEARCHED_MAX = 5

/** How many hashes are computed before other work gets a turn: a millisecond or two. */
const HASHES_PER_TURN = 500

/** After how many hashes the search ends: that no key is found until then has a probability below e^-12. */
const HASHES_MAX_FACTOR = 12

/**
 * Reads a node that no proof has shown: that of a key whose path leads through it. Any such key will do, so one is
 * searched. Where the path is too long for that, the node counts as lost.
 *
 * @param readProof reads the proof of an account, or of slots
 */
export async function findNode(
  node: WantedNode,
  known: Pick<KnownNodes, 'nodes' | 'lost'>,
  readProof: (address: Hex, slots: readonly Hex[]) => Promise<unknown>,
): Promise<void> {
  const { address, reference, depth } = node
  const name = depth > SEARCHED_MAX ? undefined : await searchName(node)
  if (name !== undefined)
    await (address === undefined ? readProof(name, []) : readProof(address, [name]))
  if (!known.nodes.has(reference)) known.lost.add(reference)
}

/** An address or slot whose hash begins with the path to a node. The same one each time. */
async function searchName({ address, key, depth }: WantedNode): Promise<Hex | undefined> {
  const bytes = Buffer.alloc(address === undefined ? 20 : 32)
  const pause = yieldEvery(HASHES_PER_TURN)
  for (let count = 0; count < HASHES_MAX_FACTOR * 16 ** depth; count++) {
    bytes.writeUInt32BE(count, bytes.length - 4)
    if (beginsWith(keccak256(bytes), key, depth)) return toHex(bytes)
    const paused = pause()
    if (paused !== undefined) await paused
  }
  return undefined
}
