import type { Chain } from '../../chain/chain.ts'
import type { Finality } from '../../chain/spec/spec.ts'
import type { Hex } from '../../primitives/hex.ts'
import { FixtureError } from '../fixtureError.ts'

// headfcu.json is the request with which a consensus client makes a block the head (engine_forkchoiceUpdatedV3): hive
// sends it to the node under test once that has read chain.rlp.

/** Which blocks the tags name. All zero: none yet. */
export interface ForkChoice {
  readonly headBlockHash: Hex
  readonly safeBlockHash: Hex
  readonly finalizedBlockHash: Hex
}

const NO_BLOCK: Hex = `0x${'00'.repeat(32)}`

/** Begins the request's id where ommer wrote it. */
const OUR_ID = 'ommer-fcu'

/** In blocks: how far the tags lie behind the head where nothing is said about them. */
const finalityDefault: Finality = { safe: 32, finalized: 64 }

/** Writes the fork choice of a chain as it stands. */
export function writeHeadfcu({ tree, finality }: Pick<Chain, 'tree' | 'finality'>): string {
  const behind = (distance: number) => tree.byNumber(tree.head.number - distance)?.hash ?? NO_BLOCK
  const choice: ForkChoice = {
    headBlockHash: tree.head.hash,
    safeBlockHash: behind(finality.safe),
    finalizedBlockHash: behind(finality.finalized),
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
 * Whether ommer wrote a fork choice, and so what lies beside it.
 *
 * @param file what `JSON.parse` gives
 */
export function isOurRequest(file: unknown): boolean {
  return String((file as { id?: unknown } | null)?.id).startsWith(OUR_ID)
}

/**
 * Reads a fork choice.
 *
 * @param file what `JSON.parse` gives
 * @param path names the file where it is refused
 * @throws {FixtureError}
 */
export function readHeadfcu(file: unknown, path: string): ForkChoice {
  const params = (file as { params?: unknown } | null)?.params
  const choice = Array.isArray(params) ? params[0] : undefined
  const hashOf = (name: keyof ForkChoice): Hex => {
    const hash: unknown = choice?.[name]
    if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) {
      throw new FixtureError(path, `params[0].${name}`, 'it is not a block hash of 32 bytes')
    }
    return hash.toLowerCase() as Hex
  }
  return {
    headBlockHash: hashOf('headBlockHash'),
    safeBlockHash: hashOf('safeBlockHash'),
    finalizedBlockHash: hashOf('finalizedBlockHash'),
  }
}

/** Where the tags of a fork choice stand on a chain: its head, and how far they lie behind it. */
export interface ChosenBlocks {
  readonly head: number
  readonly finality: Finality
}

/**
 * Finds the blocks of a fork choice. A chain that is extended later takes its tags along, so they are kept as distances,
 * as those of a generated chain are.
 *
 * @param hashes of all blocks by their numbers; undefined for one that cannot be read
 * @throws {FixtureError} where a block is not there, or not at or below the head
 */
export function findChosenBlocks(
  { headBlockHash, safeBlockHash, finalizedBlockHash }: ForkChoice,
  hashes: readonly (Hex | undefined)[],
  path: string,
): ChosenBlocks {
  const head = hashes.indexOf(headBlockHash)
  const refuse = (name: keyof ForkChoice, problem: string): never => {
    throw new FixtureError(path, `params[0].${name}`, problem)
  }
  if (head === -1) refuse('headBlockHash', `no block of the chain has the hash ${headBlockHash}`)
  const distance = (name: keyof ForkChoice, hash: Hex, fallback: number): number => {
    // No such block yet: it comes as on other chains, but not before the chain has grown.
    if (hash === NO_BLOCK) return Math.max(fallback, head + 1)
    const number = hashes.indexOf(hash)
    if (number === -1 || number > head) refuse(name, `${hash} is no block at or below the head`)
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
