import { fromByteText } from '../../chain/state/byteText.ts'
import { hashIn } from '../../chain/state/lostNodes.ts'
import type { KnownNodes } from '../../chain/state/provenState.ts'
import type { WantedNode } from '../../chain/state/stateReader.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import { searchInThread } from '../../threads/names/searchInThread.ts'
import { type NameSearch, namesMax, searchName } from '../../threads/names/searchName.ts'
import type { ListedNode } from './storageRanges.ts'

/** The longest path, in nibbles, for which a name is searched: 16^6 hashes on average, which takes some 10 seconds. */
const SEARCHED_MAX = 6

/** Up to this length, a search takes less time than a request. */
const QUICK_MAX = 3

/** How many hashes are computed before other work gets a turn: a millisecond or two. */
const HASHES_PER_TURN = 500

/** How a network is asked for a node that no proof has shown. */
export interface NodeReads {
  /** Reads the proof of an account, or of slots. */
  readonly readProof: (address: Hex, slots: readonly Hex[]) => Promise<unknown>
  /** Makes the node from the slots below it, if the network lists them. */
  readonly readRange: (node: WantedNode) => Promise<ListedNode>
  /** ends a search for a name, with its reason */
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a node that no proof has shown: by the slots below it if they are few, or by the proof of a name whose path leads
 * through it. Any such name will do, so one is searched. Where the path is too long for that, the node counts as lost.
 *
 * @throws {UpstreamError} if it may be found later
 */
export async function findNode(
  node: WantedNode,
  { nodes, lost }: Pick<KnownNodes, 'nodes' | 'lost'>,
  { readProof, readRange, signal }: NodeReads,
): Promise<void> {
  const { address, reference, depth } = node
  const listed = depth > QUICK_MAX ? await readRange(node) : NOT_ASKED
  if ('made' in listed) {
    nodes.set(reference, listed.made)
    return
  }
  const name = depth > SEARCHED_MAX ? undefined : await findName(node, signal)
  if (name !== undefined)
    await (address === undefined ? readProof(name, []) : readProof(address, [name]))
  if (nodes.has(reference)) return
  if (listed.failure !== undefined) throw listed.failure
  lost.lose(hashIn(reference), listed.problem)
}

const NOT_ASKED: ListedNode = { problem: 'a proof does not have a node of its path' }

/** An address or slot whose hash begins with the path to a node. The same one each time. */
async function findName(
  { address, key, depth }: WantedNode,
  signal: AbortSignal | undefined,
): Promise<Hex | undefined> {
  const length = address === undefined ? 20 : 32
  const search = { length, start: fromByteText(key), nibbles: depth }
  const isQuick = depth <= QUICK_MAX
  // This process may not be allowed to start a thread.
  const name = await (isQuick
    ? searchInSlices(search, signal)
    : searchInThread(search, signal).catch(() => searchInSlices(search, signal)))
  return name && toHex(name)
}

async function searchInSlices(
  search: NameSearch,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  signal?.throwIfAborted()
  const pause = yieldEvery(1, signal)
  const end = namesMax(search)
  for (let from = 0; from < end; from += HASHES_PER_TURN) {
    const name = searchName(search, from, Math.min(end, from + HASHES_PER_TURN))
    if (name !== undefined) return name
    await pause()
  }
  return undefined
}
