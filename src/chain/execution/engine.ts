import type { Common } from '@ethereumjs/common'
import type { EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { createVM, type VM } from '@ethereumjs/vm'
import { fromHex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { createCommon } from '../protocol/common.ts'
import { type ForkName, forkAt } from '../protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT, type Rules } from '../protocol/rules.ts'
import { EMPTY_STATE } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'
import type { Preimages } from '../state/preimages.ts'
import { WorldState } from '../state/worldState.ts'
import { createLeanEvm } from './leanEvm.ts'

/** The EVM under the rules of one fork, with the state it works on. */
export interface Engine {
  readonly fork: ForkName
  readonly common: Common
  readonly vm: VM
  readonly state: WorldState
  /** 20 bytes: the contract whose logs are deposits to the beacon chain (EIP-6110) */
  readonly depositContract: Uint8Array
}

/** The engines of a chain, one per fork. They share one state, so only one block can be built at a time. */
export class Engines {
  readonly rules: Rules
  /** the code of all contracts ever created */
  readonly codes: CodeStore
  readonly #ancestorHash: (parent: SealedBlock, number: number) => Uint8Array
  readonly #state: WorldState
  readonly #byFork = new Map<ForkName, Engine>()

  /** the parent of the block that is being built */
  #parent: SealedBlock | undefined

  /**
   * @param ancestorHash the result of BLOCKHASH in a child of `parent`, 32 bytes
   * @param preimages records each address and slot that is accessed; default: none does
   */
  constructor(
    rules: Rules,
    ancestorHash: (parent: SealedBlock, number: number) => Uint8Array,
    codes: CodeStore = new Map(),
    preimages?: Preimages,
  ) {
    this.rules = rules
    this.codes = codes
    this.#ancestorHash = ancestorHash
    this.#state = new WorldState(EMPTY_STATE, codes, preimages)
  }

  /** The fork in force at a block. */
  forkAt(number: number, timestamp: number): ForkName {
    return forkAt(this.rules.forks, number, timestamp)
  }

  /** The engine for a child of `parent`. */
  async after(parent: SealedBlock, timestamp: number): Promise<Engine> {
    this.#parent = parent
    return this.at(parent.number + 1, timestamp)
  }

  /** The engine with the rules of a block. */
  async at(number: number, timestamp: number): Promise<Engine> {
    const fork = this.forkAt(number, timestamp)
    const known = this.#byFork.get(fork)
    if (known !== undefined) return known
    const engine = await this.#create(fork)
    this.#byFork.set(fork, engine)
    return engine
  }

  async #create(fork: ForkName): Promise<Engine> {
    const common = createCommon(this.rules, fork)
    const blockchain: EVMMockBlockchainInterface = {
      getBlock: async (number) => ({ hash: () => this.#ancestorBlockHash(number) }),
      putBlock: async () => {},
      shallowCopy: () => blockchain,
    }
    const evm = await createLeanEvm({ common, stateManager: this.#state, blockchain })
    const vm = await createVM({ common, stateManager: this.#state, evm })
    const depositContract = fromHex(this.rules.depositContract ?? MAINNET_DEPOSIT_CONTRACT)
    return { fork, common, vm, state: this.#state, depositContract }
  }

  #ancestorBlockHash(number: number): Uint8Array {
    return this.#parent ? this.#ancestorHash(this.#parent, number) : new Uint8Array(32)
  }
}
