import type { Clock } from '../indexer/clock.ts'
import type { LogJson } from '../indexer/json.ts'
import { JsonRpc } from '../indexer/jsonRpc.ts'

/** The hash of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** From Amsterdam on, transfers of ether have logs with the same topic, by this address (EIP-7708). */
const ETHER = '0xfffffffffffffffffffffffffffffffffffffffe'

/** Counts the transfers of each token, and those of ether. */
export class TokenTransfers {
  /** the number of transfers, by the address of the token */
  readonly counts = new Map<string, number>()
  etherTransfers = 0
  readonly #node: JsonRpc
  #next = 0

  constructor(url: string, clock: Clock) {
    this.#node = new JsonRpc(url, clock)
  }

  /** Counts what has happened up to the current head. To be called repeatedly. */
  async poll(): Promise<void> {
    const head = await this.#node.call<string>('eth_blockNumber')
    if (head === null || Number(head) < this.#next) return
    const fromBlock = `0x${this.#next.toString(16)}`
    const filter = { fromBlock, toBlock: head, topics: [TRANSFER] }
    const logs = await this.#node.call<readonly LogJson[]>('eth_getLogs', filter)
    for (const { address, topics } of logs ?? []) {
      if (address === ETHER) this.etherTransfers++
      // Collectibles (ERC-721) have a fourth topic, the id of the item.
      else if (topics.length === 3) this.counts.set(address, (this.counts.get(address) ?? 0) + 1)
    }
    this.#next = Number(head) + 1
  }
}
