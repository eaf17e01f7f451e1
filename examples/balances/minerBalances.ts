import type { Clock } from '../indexer/clock.ts'
import type { BlockJson } from '../indexer/json.ts'
import { JsonRpc } from '../indexer/jsonRpc.ts'

/** Records, for each head that it sees, the balance of the miner after that block. */
export class MinerBalances {
  /** in wei, by the number of the block */
  readonly recorded = new Map<number, bigint>()
  readonly #node: JsonRpc
  #hash: string | undefined

  constructor(url: string, clock: Clock) {
    this.#node = new JsonRpc(url, clock)
  }

  /** Records the balance of the current head. To be called repeatedly. */
  async poll(): Promise<void> {
    const head = await this.#node.call<BlockJson>('eth_getBlockByNumber', 'latest', false)
    if (head === null || head.hash === this.#hash) return
    // By hash (EIP-1898): a node without this block responds with an error, and the call is sent again. `latest` would be
    // whatever block that node has.
    const block = { blockHash: head.hash }
    const balance = await this.#node.call<string>('eth_getBalance', head.miner, block)
    if (balance === null) return
    this.recorded.set(Number(head.number), BigInt(balance))
    this.#hash = head.hash
  }
}
