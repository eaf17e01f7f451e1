import { type Block, createBlockFromRLP } from '@ethereumjs/block'
import {
  type Blockchain,
  CasperConsensus,
  createBlockchain,
  EthashConsensus,
} from '@ethereumjs/blockchain'
import type { Common } from '@ethereumjs/common'
import type { MerkleStateManager } from '@ethereumjs/statemanager'
import type { TypedTransaction } from '@ethereumjs/tx'
import {
  Account,
  Address,
  bigIntToBytes,
  bytesToHex,
  hexToBytes,
  type PrefixedHexString,
  setLengthLeft,
} from '@ethereumjs/util'
import { buildBlock, createVM, runBlock, type VM } from '@ethereumjs/vm'
import type { Chain } from '../../src/chain/chain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { Rules } from '../../src/chain/protocol/rules.ts'
import { type StockKzg, stockCommon, stockGenesisState } from './stockGenesis.ts'

/**
 * A node made of stock @ethereumjs parts only: their crypto, their state manager, their block validation. It receives
 * nothing but bytes and the balances of the genesis accounts, so none of our code decides what it accepts.
 */
export class StockNode {
  /** of the chain that it is on, for transactions */
  readonly common: Common
  /** to listen to what it executes */
  readonly vm: VM
  readonly #blockchain: Blockchain

  private constructor(common: Common, blockchain: Blockchain, vm: VM) {
    this.common = common
    this.#blockchain = blockchain
    this.vm = vm
  }

  /**
   * Starts from the chain's genesis; throws if its state root does not follow from the balances.
   *
   * @param kzg verifies proofs; default: nothing does
   */
  static async start(
    chain: Chain,
    rules: Rules,
    balance: bigint,
    kzg?: StockKzg,
  ): Promise<StockNode> {
    const common = stockCommon(rules, kzg)
    const genesisBlock = createBlockFromRLP(chain.tree.first.rlp, { common, setHardfork: true })
    const addresses = chain.accounts.map(({ address }) => address)
    const stateManager = await stockGenesisState(common, rules, addresses, balance)
    const root = bytesToHex(await stateManager.getStateRoot())
    if (root !== bytesToHex(genesisBlock.header.stateRoot)) {
      throw new Error(
        `genesis state root is ${bytesToHex(genesisBlock.header.stateRoot)}, not ${root}`,
      )
    }
    const { blockchain, vm } = await stockParts(common, genesisBlock, stateManager)
    return new StockNode(common, blockchain, vm)
  }

  /** An account in the state after the last accepted block. */
  async account(address: string): Promise<{ nonce: bigint; balance: bigint; code: string }> {
    const { stateManager } = this.vm
    const key = new Address(hexToBytes(address as PrefixedHexString))
    const { nonce, balance } = (await stateManager.getAccount(key)) ?? new Account()
    return { nonce, balance, code: bytesToHex(await stateManager.getCode(key)) }
  }

  /** An account in a state that an accepted block has led to. Values of slots have 32 bytes. */
  async accountAfter(
    block: Block,
    address: string,
    slots: readonly bigint[] = [],
  ): Promise<{
    nonce: bigint
    balance: bigint
    code: string
    storageRoot: string
    values: string[]
  }> {
    const stateManager = this.vm.stateManager as MerkleStateManager
    const before = await stateManager.getStateRoot()
    await stateManager.setStateRoot(block.header.stateRoot)
    const key = new Address(hexToBytes(address as PrefixedHexString))
    const { nonce, balance, storageRoot } = (await stateManager.getAccount(key)) ?? new Account()
    const code = bytesToHex(await stateManager.getCode(key))
    const values: string[] = []
    for (const slot of slots) {
      const value = await stateManager.getStorage(key, setLengthLeft(bigIntToBytes(slot), 32))
      values.push(bytesToHex(setLengthLeft(value, 32)))
    }
    await stateManager.setStateRoot(before)
    return { nonce, balance, code, storageRoot: bytesToHex(storageRoot), values }
  }

  /** Builds a block on the last accepted one, and accepts it. */
  async build(parent: SealedBlock, transactions: readonly TypedTransaction[]): Promise<Block> {
    const parentBlock = createBlockFromRLP(parent.rlp, { common: this.common, setHardfork: true })
    const { timestamp, gasLimit } = parentBlock.header
    const builder = await buildBlock(this.vm, {
      parentBlock,
      headerData: {
        timestamp: timestamp + 12n,
        gasLimit,
        parentBeaconBlockRoot: new Uint8Array(32).fill(0xbe),
      },
      withdrawals: [],
      blockOpts: { putBlockIntoBlockchain: false },
    })
    for (const transaction of transactions) await builder.addTransaction(transaction)
    const { block } = await builder.build()
    await this.#blockchain.putBlock(block)
    return block
  }

  /** Validates and re-executes a block; throws if anything in it violates the protocol. */
  async accept(sealed: SealedBlock): Promise<Block> {
    const block = createBlockFromRLP(sealed.rlp, { common: this.common, setHardfork: true })
    const { number, timestamp, parentHash } = block.header
    const parent = await this.#blockchain.getBlock(parentHash)
    // By default it applies the consensus rules of its head, which may be past the merge when the block is not.
    this.#blockchain.common.setHardforkBy({ blockNumber: number, timestamp })
    await this.#blockchain.putBlock(block)
    await runBlock(this.vm, { block, root: parent.header.stateRoot, setHardfork: true })
    return block
  }
}

/** What a node consists of that begins with a genesis block and its state. */
export async function stockParts(
  common: Common,
  genesisBlock: Block,
  stateManager: MerkleStateManager,
) {
  const blockchain = await createBlockchain({
    common,
    genesisBlock,
    genesisStateRoot: genesisBlock.header.stateRoot,
    validateBlocks: true,
    validateConsensus: true,
    hardforkByHeadBlockNumber: true,
    // Proof of work is drawn, not found; the other consensus rules (difficulty) are checked.
    consensusDict: {
      ethash: new EthashConsensus({ verifyPOW: async () => true } as never),
      casper: new CasperConsensus(),
    },
  })
  const vm = await createVM({ common: common.copy(), stateManager, blockchain, setHardfork: true })
  return { blockchain, vm }
}
