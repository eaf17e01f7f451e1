import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import type { BlockTag, View } from '../../endpoint/view.ts'
import type { Hex } from '../../primitives/hex.ts'
import { BeaconError } from './beaconError.ts'

/** The names of blocks in the beacon API, and those that Anvil also accepts there. */
const tags: Readonly<Record<string, BlockTag>> = {
  head: 'latest',
  genesis: 'earliest',
  finalized: 'finalized',
  justified: 'safe',
  latest: 'latest',
  earliest: 'earliest',
  safe: 'safe',
}

/**
 * The block that a request to the beacon API names: by a tag, by its hash, by its number as in Anvil, or by its slot. A slot
 * is a second, so the slot of a block is its timestamp.
 *
 * @throws {BeaconError} 400 for what names no block, 404 for one that does not exist
 */
export function beaconBlock(view: View, id: string): SealedBlock {
  const block = find(view, id)
  if (block === undefined) throw new BeaconError(404, `Block not found: ${id}`)
  if (block.rlp.length > 0) return block
  throw new BeaconError(404, `the recording does not have the bytes of block ${block.number}`)
}

function find(view: View, id: string): SealedBlock | undefined {
  if (Object.hasOwn(tags, id)) return view.blockByTag(tags[id] as BlockTag)
  if (/^0x[\da-f]{64}$/i.test(id)) return view.blockByHash(id.toLowerCase() as Hex)
  if (!/^(?:\d{1,15}|0x[\da-f]{1,12})$/i.test(id)) {
    throw new BeaconError(
      400,
      'Invalid block ID: want head, genesis, finalized, justified, a slot, or the number or hash of a block',
    )
  }
  const number = Number(id)
  return number <= view.head.number ? view.blockByNumber(number) : blockAt(view, number)
}

/** The block with a timestamp: blocks of a branch never have the same. */
function blockAt(view: View, timestamp: number): SealedBlock | undefined {
  let [low, high] = [0, view.head.number]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const block = view.blockByNumber(middle)
    // A recording may begin later, and may have no bytes of a block.
    if (block === undefined || block.rlp.length === 0) low = middle + 1
    else {
      const time = headerTimestamp(block)
      if (time === timestamp) return block
      if (time < timestamp) low = middle + 1
      else high = middle - 1
    }
  }
  return undefined
}
