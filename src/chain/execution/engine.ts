import type { Common } from '@ethereumjs/common'
import type { EVMMockBlockchainInterface } from '@ethereumjs/evm'
import { createVM, type VM } from '@ethereumjs/vm'
import { fromHex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { createCommon, createEvmCommon } from '../protocol/common.ts'
import { type ForkName, forkAt, isAtLeast } from '../protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT, type Rules, requireRules } from '../protocol/rules.ts'
import { EMPTY_STATE } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'
import type { Preimages } from '../state/preimages.ts'
import { WorldState } from '../state/worldState.ts'
import type { AmsterdamEvm } from './amsterdam/amsterdamEvm.ts'
import { createLeanEvm } from './leanEvm.ts'

/** The EVM under the rules of one fork, with the state it works on. */
export interface Engine {
  readonly fork: ForkName
  readonly common: Common
  readonly vm: VM
  /** that of `vm` */
  readonly evm: AmsterdamEvm
  readonly state: WorldState
  /** 20 bytes: the contract whose logs are deposits to the beacon chain (EIP-6110) */
  readonly depositContract: Uint8Array
  /** whether contracts for requests may be missing */
  readonly mayLackQueues: boolean
}

/** What BLOCKHASH returns in a child of `parent`: 32 bytes. */
type AncestorHash = (parent: SealedBlock, number: number) => Uint8Array

/** The engines of one set of rules, one for each fork. They share one state, so only one block is built at a time. */
class EngineSet {
  readonly rules: Rules
  readonly #state: WorldState
  readonly #byFork = new Map<ForkName, Engine>()
  /** the result of BLOCKHASH in the block that is being built */
  #ancestorHash: (number: number) => Uint8Array = () => new Uint8Array(32)

  constructor(rules: Rules, codes: CodeStore, preimages: Preimages | undefined) {
    this.rules = rules
    this.#state = new WorldState(EMPTY_STATE, codes, preimages)
  }

  /** Prepares all engines for the next block. */
  begin(ancestorHash: (number: number) => Uint8Array, codes: CodeStore): void {
    this.#ancestorHash = ancestorHash
    this.#state.useCodes(codes)
  }

  async at(fork: ForkName): Promise<Engine> {
    const known = this.#byFork.get(fork)
    if (known !== undefined) return known
    const engine = await this.#create(fork)
    this.#byFork.set(fork, engine)
    return engine
  }

  async #create(fork: ForkName): Promise<Engine> {
    const common = createCommon(this.rules, fork)
    const blockchain: EVMMockBlockchainInterface = {
      getBlock: async (number) => ({ hash: () => this.#ancestorHash(number) }),
      putBlock: async () => {},
      shallowCopy: () => blockchain,
    }
    const evm = await createLeanEvm({
      common: isAtLeast(fork, 'amsterdam') ? createEvmCommon(this.rules, fork) : common,
      stateManager: this.#state,
      blockchain,
    })
    const vm = await createVM({ common, stateManager: this.#state, evm })
    const { depositContract = MAINNET_DEPOSIT_CONTRACT, mayLackQueues = false } = this.rules
    const state = this.#state
    return {
      fork,
      common,
      vm,
      evm,
      state,
      depositContract: fromHex(depositContract),
      mayLackQueues,
    }
  }
}

/** Provides the engine for each block of a chain. */
export class Engines {
  /** the code of all contracts ever created */
  readonly codes: CodeStore
  readonly #ancestorHash: AncestorHash
  readonly #set: EngineSet

  private constructor(set: EngineSet, ancestorHash: AncestorHash, codes: CodeStore) {
    this.#set = set
    this.#ancestorHash = ancestorHash
    this.codes = codes
  }

  /** @param preimages records each address and slot that is accessed; default: none does */
  static create(
    rules: Rules,
    ancestorHash: AncestorHash,
    codes: CodeStore = new Map(),
    preimages?: Preimages,
  ): Engines {
    return new Engines(new EngineSet(rules, codes, preimages), ancestorHash, codes)
  }

  /** The same engines for a chain that is laid over this one. */
  over(ancestorHash: AncestorHash, codes: CodeStore): Engines {
    return new Engines(this.#set, ancestorHash, codes)
  }

  get rules(): Rules {
    return this.#set.rules
  }

  /**
   * The fork in force at a block.
   *
   * @throws {MissingRulesError}
   */
  forkAt(number: number, timestamp: number): ForkName {
    requireRules(this.rules, number, timestamp)
    return forkAt(this.rules.forks, number, timestamp)
  }

  /** The engine for a child of `parent`. */
  async after(parent: SealedBlock, timestamp: number): Promise<Engine> {
    this.#set.begin((number) => this.#ancestorHash(parent, number), this.codes)
    return this.at(parent.number + 1, timestamp)
  }

  /** The engine with the rules of a block. */
  at(number: number, timestamp: number): Promise<Engine> {
    return this.#set.at(this.forkAt(number, timestamp))
  }
}
