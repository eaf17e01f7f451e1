import type { Block, SealedBlock } from '../../chain/encoding/block.ts'
import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import { decodeBlock } from '../../chain/encoding/decode.ts'
import { blocksUpTo } from '../../chain/store/blocksUpTo.ts'
import type { Hex } from '../../primitives/hex.ts'
import { treeOf } from '../../server/endpointHandle.ts'
import type { ServedEndpoint } from '../../server/servedEndpoint.ts'
import type { ChainBlocks } from '../rows/expectation.ts'

/** In seconds: by how much the last blocks of several chains are newer than all others. */
const SECONDS = 12

/** Blocks that were mined at an endpoint. */
export interface Mined {
  /** key of the endpoint in the scenario */
  readonly node: string
  readonly count: number
  /** of the first one; undefined: as it follows from the chain */
  readonly timestamp: number | undefined
}

/** The endpoints whose chains a client must have, one of each chain, by their keys in the scenario. */
export class Truths {
  readonly #endpoints: ReadonlyMap<string, ServedEndpoint>
  readonly #decoded: Map<string, Block>

  /** @param decoded blocks by chain id and hash, so that each is decoded once */
  constructor(endpoints: ReadonlyMap<string, ServedEndpoint>, decoded: Map<string, Block>) {
    this.#endpoints = endpoints
    this.#decoded = decoded
  }

  /** What the client must have now. */
  chains(): readonly ChainBlocks[] {
    return [...this.#endpoints.values()].map((endpoint) => {
      const { chainId, head } = endpoint
      const decode = (sealed: SealedBlock) => this.#decode(chainId, sealed)
      return { chainId, blocks: blocksUpTo(treeOf(endpoint), head.hash, decode) }
    })
  }

  /**
   * Makes a chain longer whose head is below one that a client has seen on the same branch: it may take that for the head of
   * a node that lags. The heads of several chains then have the same time, because a client may wait for the chain that is
   * behind.
   *
   * @param headsOf the heads that a client has seen of a chain, by its id: their numbers by hash
   */
  async catchUp(headsOf: (chainId: number) => ReadonlyMap<Hex, number>): Promise<readonly Mined[]> {
    const mined: Mined[] = []
    for (const [node, endpoint] of this.#endpoints) {
      const count = blocksToMine(endpoint, headsOf(endpoint.chainId))
      if (count === 0) continue
      await endpoint.mine(count)
      mined.push({ node, count, timestamp: undefined })
    }
    return this.#endpoints.size > 1 ? [...mined, ...(await this.#mineTo(this.#latest))] : mined
  }

  /** Mines a block on each chain. */
  async mineOne(): Promise<void> {
    if (this.#endpoints.size > 1) await this.#mineTo(this.#latest + SECONDS)
    else for (const endpoint of this.#endpoints.values()) await endpoint.mine(1)
  }

  /** Mines a block with this timestamp on each chain whose head is older. */
  async #mineTo(timestamp: number): Promise<readonly Mined[]> {
    const mined: Mined[] = []
    for (const [node, endpoint] of this.#endpoints) {
      if (timestampOf(endpoint) >= timestamp) continue
      await endpoint.mine(1, { timestamp })
      mined.push({ node, count: 1, timestamp })
    }
    return mined
  }

  /** In seconds since 1970: the time of the newest head. */
  get #latest(): number {
    return Math.max(...[...this.#endpoints.values()].map(timestampOf))
  }

  /** Chains may have blocks in common, such as the first, but a block of an expected table has one chain. */
  #decode(chainId: number, sealed: SealedBlock): Block {
    const key = `${chainId} ${sealed.hash}`
    const block = this.#decoded.get(key) ?? decodeBlock(sealed)
    this.#decoded.set(key, block)
    return block
  }
}

/** How many blocks an endpoint must mine to be above all heads that have its own as an ancestor. */
function blocksToMine(endpoint: ServedEndpoint, heads: ReadonlyMap<Hex, number>): number {
  const { head } = endpoint
  const tree = treeOf(endpoint)
  let count = 0
  for (const [hash, number] of heads) {
    const above = number - head.number
    if (above <= 0 || above < count) continue
    let at = tree.byHash(hash)
    for (let left = above; left > 0 && at !== undefined; left--) at = tree.byHash(at.parentHash)
    if (at?.hash === head.hash) count = above + 1
  }
  return count
}

function timestampOf(endpoint: ServedEndpoint): number {
  return headerTimestamp(treeOf(endpoint).byHash(endpoint.head.hash) as SealedBlock)
}
