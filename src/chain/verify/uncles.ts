import { RLP } from '@ethereumjs/rlp'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type DecodedHeader, decodeHeader } from './decodedHeader.ts'
import { requireEqual, Violation } from './finding.ts'
import { type Ancestor, verifyDescent, verifyHeader } from './headerRules.ts'
import type { Item } from './listReader.ts'
import type { Protocol } from './protocol.ts'

const UNCLES_MAX = 2

/** The most generations between an uncle and the including block; its parent is one more back. */
const DEPTH_MAX = 6

/**
 * Checks the uncles of a block (Yellow Paper 11.1): at most two, each a child of an ancestor within six generations but
 * not an ancestor itself, not included before on the branch, and with a header that is valid after its own parent's.
 *
 * @returns their hashes
 * @throws {Violation}
 */
export function verifyUncles(
  items: Item[],
  header: DecodedHeader,
  parent: Ancestor | undefined,
  protocol: Protocol,
): Hex[] {
  const most = header.forks.includes('paris') ? 0 : UNCLES_MAX
  if (items.length > most) {
    throw new Violation(
      'uncles',
      `a list of ${items.length}`,
      most === 0 ? 'an empty list' : `a list of at most ${most}`,
      'a block has up to two, and none after the merge (Yellow Paper 11.1, EIP-3675)',
    )
  }
  const ancestors = lastAncestors(parent)
  const hashes: Hex[] = []
  for (const [index, item] of items.entries()) {
    const path = `uncles[${index}]`
    const uncle = decodeHeader(path, item, protocol)
    requireNew(path, uncle.hash, ancestors, hashes)
    // A child of the block's own parent is a sibling, not an uncle.
    const uncleParent = ancestors.slice(1).find(({ hash }) => hash === uncle.parentHash)
    if (uncleParent === undefined) {
      throw new Violation(
        `${path}.parentHash`,
        uncle.parentHash,
        `the hash of an ancestor 2 to ${DEPTH_MAX + 1} generations back`,
        'an uncle stands within six generations (Yellow Paper 11.1)',
      )
    }
    verifyDescent(`${path}.`, uncle, uncleParent)
    verifyHeader(`${path}.`, uncle)
    hashes.push(uncle.hash)
  }
  requireEqual<string>(
    'sha3Uncles',
    header.sha3Uncles,
    toHex(keccak256(RLP.encode(items))),
    'it is the hash of the list of uncles (Yellow Paper 4.3.4)',
  )
  return hashes
}

/** The parent and its ancestors, as far back as the parent of an uncle can be. */
function lastAncestors(parent: Ancestor | undefined): Ancestor[] {
  const ancestors: Ancestor[] = []
  let ancestor = parent
  while (ancestor !== undefined && ancestors.length <= DEPTH_MAX) {
    ancestors.push(ancestor)
    ancestor = ancestor.parent
  }
  return ancestors
}

function requireNew(
  path: string,
  hash: Hex,
  ancestors: readonly Ancestor[],
  before: readonly Hex[],
): void {
  if (ancestors.some((ancestor) => ancestor.hash === hash)) {
    throw new Violation(
      `${path}.hash`,
      hash,
      'that of a block off the branch',
      'an ancestor is no uncle (Yellow Paper 11.1)',
    )
  }
  if (before.includes(hash) || ancestors.some(({ uncleHashes }) => uncleHashes.includes(hash))) {
    throw new Violation(
      `${path}.hash`,
      hash,
      'that of an uncle not included yet',
      'a branch includes an uncle once (Yellow Paper 11.1)',
    )
  }
}
