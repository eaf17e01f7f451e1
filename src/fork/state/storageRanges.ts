import { EMPTY_STORAGE } from '../../chain/state/account.ts'
import { type ByteText, fromByteText, toByteText } from '../../chain/state/byteText.ts'
import { referenceTo } from '../../chain/state/decodeNode.ts'
import type { WantedNode } from '../../chain/state/stateReader.ts'
import { readHash } from '../../formats/readHash.ts'
import { fromHex, type Hex, toHex, toQuantity, withoutLeadingZeros } from '../../primitives/hex.ts'
import { isObject } from '../../primitives/input.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { UpstreamError } from '../../primitives/upstreamError.ts'
import { refusesMethod } from '../isRefusal.ts'
import { saysNoBlock } from '../saysNoBlock.ts'
import { isAnswered, type Upstream } from '../upstream.ts'
import { beginsWith } from './addPath.ts'
import type { StateBlock } from './stateRequests.ts'

/** How many slots are asked for. Nodes with more below them have short paths, for which a name is found. */
const SLOTS_MAX = 256

/** In bytes: geth takes some 240 for each. A node that ignores how many are wanted may list all of a contract. */
const RANGE_BYTES_MAX = SLOTS_MAX * 1024

/** RLP of a node; or why it cannot be made of what the network lists. */
export type ListedNode =
  | { readonly made: Uint8Array }
  | {
      readonly problem: string
      /** if it may pass */
      readonly failure?: UpstreamError
    }

type Slot = readonly [key: ByteText, value: ByteText]

/**
 * What a node lists of the storage of contracts (`debug_storageRangeAt` of geth, whose keys are hashes). It lists the state
 * before a transaction, so it may have changed since: the hash of the node decides.
 */
export class StorageRanges {
  readonly #upstream: Upstream
  readonly #block: Pick<StateBlock, 'number' | 'hash'>
  #child: Hex | undefined

  constructor(upstream: Upstream, block: Pick<StateBlock, 'number' | 'hash'>) {
    this.#upstream = upstream
    this.#block = block
  }

  /**
   * Makes a node of the storage of a contract from all slots below it.
   *
   * @throws {UpstreamError} if the node does not answer
   */
  async read({ address, key, depth, reference }: WantedNode): Promise<ListedNode> {
    if (address === undefined) return { problem: 'nodes do not list accounts' }
    // Before its first transaction, the state is the same but for what the protocol itself does.
    this.#child ??= await this.#findChild()
    const params = [this.#child ?? this.#block.hash, 0, address, startOf(key, depth), SLOTS_MAX]
    let range: unknown
    try {
      const bytesMax = RANGE_BYTES_MAX
      range = await this.#upstream.read('debug_storageRangeAt', params, { bytesMax })
    } catch (failure) {
      // The network may have another next block by now.
      this.#child = undefined
      if (!(failure instanceof UpstreamError) || !isAnswered(failure)) throw failure
      const { problem } = failure
      return refusesMethod(failure) ? { problem } : { problem, failure }
    }
    const slots = slotsOf(range).filter(([each]) => beginsWith(fromByteText(each), key, depth))
    const made = nodeOf(slots, depth, reference)
    const problem = `the slots of ${address} that the node lists (debug_storageRangeAt) do not make a node of its trie`
    return made === undefined ? { problem } : { made }
  }

  /** The hash of the next block, if there is one. */
  async #findChild(): Promise<Hex | undefined> {
    const next = [toQuantity(this.#block.number + 1), false]
    const options = { saysNone: saysNoBlock }
    const block = await this.#upstream.decide('eth_getBlockByNumber', next, options)
    return 'value' in block ? readHash(Object(block.value).hash) : undefined
  }
}

/** The first key on a path. */
function startOf(key: ByteText, depth: number): Hex {
  const start = fromByteText(key).fill(0, (depth + 1) >> 1)
  if (depth & 1) start[depth >> 1] = (start[depth >> 1] as number) & 0xf0
  return toHex(start)
}

function slotsOf(range: unknown): Slot[] {
  const { storage } = Object(range)
  if (!isObject(storage)) return []
  const listed = Object.entries(storage)
  if (listed.length > SLOTS_MAX) return []
  return listed.flatMap(([name, slot]): Slot[] => {
    const [key, value] = [readHash(name), readHash(Object(slot).value)]
    if (key === undefined || value === undefined) return []
    return [[toByteText(fromHex(key)), toByteText(withoutLeadingZeros(fromHex(value)))]]
  })
}

/** @returns undefined if these slots do not make the node that has this reference */
function nodeOf(
  slots: readonly Slot[],
  depth: number,
  reference: ByteText,
): Uint8Array | undefined {
  const [first] = slots
  if (first === undefined) return undefined
  const [key] = first
  // Its branch begins where the node does.
  const beside = fromByteText(key)
  const at = (depth - 1) >> 1
  beside[at] = (beside[at] as number) ^ (depth & 1 ? 0x10 : 0x01)
  const trie = slots.reduce(
    (grown, [each, value]) => grown.setText(each, value),
    EMPTY_STORAGE.set(beside, '\x01'),
  )
  return trie
    .prover((node) => node)(fromByteText(key))
    .find((node) => referenceTo(keccak256(node)) === reference)
}
