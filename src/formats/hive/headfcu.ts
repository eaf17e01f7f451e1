import type { Chain } from '../../chain/chain.ts'
import type { Finality } from '../../chain/spec/spec.ts'
import type { Hex } from '../../primitives/hex.ts'
import { FixtureError } from '../fixtureError.ts'
import { readHash } from '../readHash.ts'

// headfcu.json is the request by which a consensus client sets the head (engine_forkchoiceUpdatedV3): hive sends it to
// the node under test once that has imported chain.rlp.

/** The blocks of the tags. A hash of zeros means no block yet. */
export interface ForkChoice {
  readonly headBlockHash: Hex
  readonly safeBlockHash: Hex
  readonly finalizedBlockHash: Hex
}

const NO_BLOCK: Hex = `0x${'00'.repeat(32)}`

/** The prefix of the request's id in files that ommer wrote. */
const OUR_ID = 'ommer-fcu'

/** In blocks: the distance of the tags from the head if the file does not set them. */
const finalityDefault: Finality = { safe: 32, finalized: 64 }

/** Writes the current fork choice of a chain. */
export function writeHeadfcu({ tree, finality }: Pick<Chain, 'tree' | 'finality'>): string {
  const hashAt = (distance: number) => tree.byNumber(tree.head.number - distance)?.hash ?? NO_BLOCK
  const choice: ForkChoice = {
    headBlockHash: tree.head.hash,
    safeBlockHash: hashAt(finality.safe),
    finalizedBlockHash: hashAt(finality.finalized),
  }
  const request = {
    jsonrpc: '2.0',
    id: `${OUR_ID}${tree.head.number}`,
    method: 'engine_forkchoiceUpdatedV3',
    params: [choice, null],
  }
  return `${JSON.stringify(request, null, 2)}\n`
}

/**
 * Whether ommer wrote a fork choice, and so also the other files of its folder.
 *
 * @param file the parsed file
 */
export function isOurRequest(file: unknown): boolean {
  return String((file as { id?: unknown } | null)?.id).startsWith(OUR_ID)
}

/**
 * Reads a fork choice.
 *
 * @param file the parsed file
 * @param path of the file, for errors
 * @throws {FixtureError}
 */
export function readHeadfcu(file: unknown, path: string): ForkChoice {
  const params = (file as { params?: unknown } | null)?.params
  const choice = Array.isArray(params) ? params[0] : undefined
  const hashNamed = (name: keyof ForkChoice): Hex => {
    const hash = readHash(choice?.[name])
    if (hash === undefined) {
      throw new FixtureError(path, `params[0].${name}`, 'it is not a block hash of 32 bytes')
    }
    return hash
  }
  return {
    headBlockHash: hashNamed('headBlockHash'),
    safeBlockHash: hashNamed('safeBlockHash'),
    finalizedBlockHash: hashNamed('finalizedBlockHash'),
  }
}

/** A fork choice as the number of the head, and the distances of the other tags from it. */
export interface TagPositions {
  readonly head: number
  readonly finality: Finality
}

/**
 * Finds the blocks of a fork choice. When the chain is extended its tags move along, so they are distances, like those
 * of a generated chain.
 *
 * @param hashes of all blocks, by number; undefined for a block that cannot be read
 * @throws {FixtureError} if a block does not exist, or is above the head
 */
export function findTags(
  { headBlockHash, safeBlockHash, finalizedBlockHash }: ForkChoice,
  hashes: readonly (Hex | undefined)[],
  path: string,
): TagPositions {
  const head = hashes.indexOf(headBlockHash)
  const refuse = (name: keyof ForkChoice, problem: string): never => {
    throw new FixtureError(path, `params[0].${name}`, problem)
  }
  if (head === -1) refuse('headBlockHash', `no block of the chain has the hash ${headBlockHash}`)
  const distance = (name: keyof ForkChoice, hash: Hex, fallback: number): number => {
    // No such block yet: the tag has the default distance, but only once the chain has grown.
    if (hash === NO_BLOCK) return Math.max(fallback, head + 1)
    const number = hashes.indexOf(hash)
    if (number === -1 || number > head) refuse(name, `${hash} is not a block at or below the head`)
    return head - number
  }
  return {
    head,
    finality: {
      safe: distance('safeBlockHash', safeBlockHash, finalityDefault.safe),
      finalized: distance('finalizedBlockHash', finalizedBlockHash, finalityDefault.finalized),
    },
  }
}
