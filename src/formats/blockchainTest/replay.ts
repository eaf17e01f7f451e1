import type { Chain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { BuiltBlock } from '../../chain/execution/builtBlock.ts'
import { Engines } from '../../chain/execution/engine.ts'
import { executeBlock } from '../../chain/execution/executeBlock.ts'
import { dumpState } from '../../chain/genesis/dumpState.ts'
import type { GenesisAccount } from '../../chain/genesis/genesis.ts'
import { createGenesisBlock } from '../../chain/genesis/genesisBlock.ts'
import { stateOfAccounts } from '../../chain/genesis/stateOfAccounts.ts'
import { Preimages } from '../../chain/state/preimages.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'

/**
 * Runs the main branch of a chain again from genesis and records the addresses and slots that it touches, so that the
 * final state can be listed, although a trie has only their hashes. It uses nothing of the chain's own states.
 */
export class Replay {
  readonly #engines: Engines
  readonly #preimages: Preimages
  #head: BuiltBlock

  private constructor(engines: Engines, preimages: Preimages, head: BuiltBlock) {
    this.#engines = engines
    this.#preimages = preimages
    this.#head = head
  }

  static async start(chain: Pick<Chain, 'rules' | 'genesis' | 'tree'>): Promise<Replay> {
    const { rules, genesis, tree } = chain
    const preimages = new Preimages()
    const ancestorHash = (parent: SealedBlock, number: number): Uint8Array => {
      const ancestor = number <= parent.number ? tree.byNumber(number) : undefined
      return ancestor === undefined ? new Uint8Array(32) : fromHex(ancestor.hash)
    }
    const engines = Engines.create(rules, ancestorHash, new Map(), preimages)
    const head = await createGenesisBlock(genesis, await engines.at(0, genesis.timestamp))
    return new Replay(engines, preimages, head)
  }

  /** Runs the next block. */
  async next(block: SealedBlock): Promise<void> {
    this.#head = await executeBlock(this.#engines, this.#head, block.rlp)
  }

  /**
   * All accounts after the last block, sorted by address.
   *
   * @throws {Error} if their state root is not the one in the block's header
   */
  async state(): Promise<GenesisAccount[]> {
    const accounts = await dumpState(this.#head.state, this.#engines.codes, this.#preimages)
    const state = await stateOfAccounts(accounts, new Map())
    const [root, expected] = [state.root(), this.#head.header.stateRoot].map(toHex)
    if (root !== expected) {
      const { number } = this.#head.sealed
      throw new Error(
        `its accounts have the state root ${root}, but that of block ${number} is ${expected}`,
      )
    }
    return accounts
  }
}
