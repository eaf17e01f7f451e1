import { GENESIS_BALANCE } from '../../../../src/chain/genesis/genesisBalance.ts'
import type { Block, Chain, Hex } from '../../../../src/index.ts'
import { StockNode } from '../../../../test/support/stockNode.ts'
import { branchOf } from '../../apps/tokenTransfers.ts'
import { CallRecorder, type Frame } from './callRecorder.ts'
import { type AccountChange, ChangeRecorder } from './changeRecorder.ts'

/** What a transaction did, according to stock @ethereumjs. */
export interface StockTransaction {
  readonly hash: Hex
  readonly index: number
  readonly frame: Frame
  readonly changes: readonly AccountChange[]
}

export interface StockBlock {
  readonly block: Block
  readonly transactions: readonly StockTransaction[]
}

/** Traces blocks with a stock node, which receives only their bytes. */
export class StockTraces {
  readonly #chain: Chain
  readonly #node: StockNode
  readonly #calls: CallRecorder
  readonly #changes: ChangeRecorder
  readonly #traced = new Map<Hex, StockBlock>()
  #transactions: StockTransaction[] = []

  private constructor(chain: Chain, node: StockNode) {
    this.#chain = chain
    this.#node = node
    this.#calls = new CallRecorder(node.vm)
    this.#changes = new ChangeRecorder(node.vm.stateManager)
    node.vm.events.on('beforeTx', () => {
      this.#calls.start()
      this.#changes.start()
    })
    node.vm.events.on('afterTx', (_, next) => this.#finish().then(next))
  }

  static async start(chain: Chain): Promise<StockTraces> {
    return new StockTraces(chain, await StockNode.start(chain, chain.rules, GENESIS_BALANCE))
  }

  /** The blocks of a branch from genesis to a head; blocks are run once. */
  async upTo(head: Hex): Promise<StockBlock[]> {
    const [genesis, ...blocks] = branchOf(this.#chain, head)
    const traced: StockBlock[] = genesis === undefined ? [] : [{ block: genesis, transactions: [] }]
    for (const block of blocks) {
      traced.push(this.#traced.get(block.hash) ?? (await this.#trace(block)))
    }
    return traced
  }

  async #trace(block: Block): Promise<StockBlock> {
    // The node accepts an uncle only if it has it as a block.
    for (const hash of [...block.uncles.map((uncle) => uncle.hash), block.hash]) {
      const sealed = this.#chain.tree.byHash(hash)
      if (sealed === undefined) throw new Error(`the chain has no block ${hash}`)
      this.#transactions = []
      if (!this.#traced.has(hash)) await this.#node.accept(sealed)
    }
    const transactions = block.transactions.map(({ hash }, index) => {
      const traced = this.#transactions[index]
      if (traced === undefined) throw new Error(`${hash} was not run`)
      return { ...traced, hash, index }
    })
    const traced = { block, transactions }
    this.#traced.set(block.hash, traced)
    return traced
  }

  async #finish(): Promise<void> {
    const frame = this.#calls.finish()
    const changes = await this.#changes.finish()
    this.#transactions.push({ hash: '0x', index: this.#transactions.length, frame, changes })
  }
}
