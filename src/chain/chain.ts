import type { Hex } from '../primitives/hex.ts'
import { afterMisses } from '../primitives/miss.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import type { Account } from './accounts.ts'
import { BlockWriter, type WriteBlock } from './blockWriter.ts'
import {
  type BranchOptions,
  blockToBuildOn,
  readBranchLength,
  requireWriter,
  type WrittenBranchOptions,
} from './branchOptions.ts'
import type { BlockTime } from './byHand/blockTime.ts'
import { callAfter } from './callAfter.ts'
import { type CallOptions, type CallRequest, toCallInput } from './callRequest.ts'
import type { ChainParts, RecordedAnswers } from './chainParts.ts'
import type { Contract, ContractOf, ContractRole } from './contracts/contract.ts'
import { ContractIndex, requireContract } from './deployments/contractIndex.ts'
import type { EarlierBlocks } from './earlierBlocks.ts'
import type { Block, SealedBlock } from './encoding/block.ts'
import { decodeBlock } from './encoding/decode.ts'
import { transactionHashes } from './encoding/transactionHashes.ts'
import type { BuiltBlock } from './execution/builtBlock.ts'
import type { ChainStates } from './execution/chainStates.ts'
import type { ExtendOptions } from './extendOptions.ts'
import type { ForkedFrom } from './forkedFrom.ts'
import type { ForkPin } from './forkPin.ts'
import type { BlockFactory } from './generate/blockFactory.ts'
import { ChildBlocks } from './generate/childBlocks.ts'
import type { Genesis } from './genesis/genesis.ts'
import { genesisContracts } from './genesis/genesisContracts.ts'
import { LazyStates } from './lazyStates.ts'
import type { Rules } from './protocol/rules.ts'
import { requireBlockCount } from './requireBlockCount.ts'
import type { Finality, ResolvedSpec } from './spec/spec.ts'
import { type AccountSummary, requireAddress, summarizeAccount } from './state/accountSummary.ts'
import type { LostNodes } from './state/lostNodes.ts'
import { type AccountOptions, requireAccountOptions, requireBlockAt } from './stateLocation.ts'
import { ReadOnlyChainError } from './store/readOnlyChainError.ts'
import type { BlockTree, BlockTreeReader } from './store/tree.ts'

/** The parts of a chain that a client can see. A fixed part of a chain has them, too. */
export interface ViewedChain
  extends Pick<Chain, 'chainId' | 'rules' | 'genesis' | 'finality' | 'tree'> {
  // The declarations of the package omit these members of `Chain`.
  readonly states: ChainStates
  readonly children: ChildBlocks
  readonly recordedAnswers: RecordedAnswers | undefined
  readonly earlier?: EarlierBlocks | undefined
  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined>
}

/** A chain of blocks in memory, which can be extended indefinitely. */
export class Chain {
  readonly spec: ResolvedSpec
  /** Whether genesis, accounts and rules follow from `spec`, as opposed to an imported or recorded chain. */
  readonly isGenerated: boolean
  /** The rules by which its blocks are valid. */
  readonly rules: Rules
  readonly genesis: Genesis
  /** The accounts that genesis funds and whose keys are known, those of a mnemonic first. */
  readonly accounts: readonly Account[]
  /** How many blocks the `safe` and `finalized` tags are behind the head. */
  readonly finality: Finality
  /** The encoded blocks. `blockByNumber` and `blockByHash` decode them. */
  readonly tree: BlockTreeReader
  /** Whether it cannot be extended because it was loaded from files without state. */
  readonly isReadOnly: boolean
  /** Name of the dialect of the files that it was loaded from, which is the default when it is served. */
  readonly writtenAs: string | undefined
  /** The network that it was forked from; undefined if it was not. */
  readonly forkedFrom: ForkedFrom | undefined
  /**
   * The block at which it was forked, as journals keep it.
   *
   * @internal
   */
  readonly forkPin: ForkPin | undefined
  /**
   * The blocks of that network before the first of the tree.
   *
   * @internal
   */
  readonly earlier: EarlierBlocks | undefined
  /**
   * Recorded results that do not follow from the blocks, if it was loaded from an inconsistent cassette.
   *
   * @internal
   */
  readonly recordedAnswers: RecordedAnswers | undefined
  /**
   * Finds the contracts that exist after a block of any branch.
   *
   * @internal
   */
  readonly contractIndex: ContractIndex
  /**
   * Builds its blocks.
   *
   * @internal
   */
  readonly blockFactory: () => Promise<BlockFactory>
  /**
   * Of a fork with `witness`: writes what was read of the network to the folder now, which otherwise happens soon after
   * it was read, when the server closes, and at the end of the process. Does nothing on other chains.
   *
   * @throws {WitnessError} if the folder cannot be written
   */
  readonly saveWitness: () => void
  /**
   * Of a fork: reads the accounts with known keys at the pinned block, within the time that clients may wait, so that moves
   * can change them without a node.
   *
   * @internal
   */
  readonly readAccounts: (signal?: AbortSignal) => Promise<void>
  /**
   * Of a fork: ends searches for keys whose path leads to an unknown node of a trie.
   *
   * @internal
   */
  readonly endSearches: () => void
  /**
   * Of a fork: the nodes of the network's tries that nobody can read.
   *
   * @internal
   */
  readonly lostNodes: LostNodes | undefined
  /**
   * The blocks that endpoints move on to, on side branches and beyond the head.
   *
   * @internal
   */
  readonly children: ChildBlocks
  readonly #tree: BlockTree
  readonly #states: LazyStates
  /** settles when the engine, which builds one block at a time, is idle */
  readonly #work = new SerialQueue()
  readonly #writing = new BlockWriter()

  /** @internal */
  constructor(parts: ChainParts) {
    this.spec = parts.spec
    this.isGenerated = parts.isGenerated
    this.rules = parts.rules
    this.genesis = parts.genesis
    this.accounts = parts.accounts
    this.finality = parts.finality
    this.tree = parts.tree
    this.#tree = parts.tree
    this.blockFactory = parts.blockFactory
    this.#states = new LazyStates(parts.states)
    this.isReadOnly = parts.isReadOnly ?? false
    this.writtenAs = parts.writtenAs
    this.forkedFrom = parts.forkedFrom
    this.forkPin = parts.forkPin
    this.earlier = parts.earlier
    this.saveWitness = parts.saveWitness ?? (() => {})
    this.readAccounts = parts.readAccounts ?? (async () => {})
    this.endSearches = parts.endSearches ?? (() => {})
    this.lostNodes = parts.lostNodes
    this.recordedAnswers = parts.recordedAnswers
    const known = [...genesisContracts(parts.genesis), ...(parts.earlierContracts ?? [])]
    this.contractIndex = new ContractIndex(parts.tree, known)
    this.children = new ChildBlocks({
      tree: parts.tree,
      blockFactory: this.blockFactory,
      exclusively: (work) => this.exclusively(work),
      isReadOnly: this.isReadOnly,
      pending: parts.pending,
      candidatesMax: 64,
    })
  }

  get chainId(): number {
    return this.rules.chainId
  }

  /** The last block. */
  get head(): Block {
    return decodeBlock(this.tree.head)
  }

  /** A block of the main branch; undefined if the number is above the head. */
  blockByNumber(number: number | bigint): Block | undefined {
    const block = this.tree.byNumber(Number(number))
    return block && decodeBlock(block)
  }

  /** A block of any branch, including whole blocks that became uncles. */
  blockByHash(hash: Hex): Block | undefined {
    const block = this.tree.byHash(hash)
    return block && decodeBlock(block)
  }

  /**
   * The contracts that exist after the last block, oldest first: those that generated traffic deploys, and those of the
   * protocol. Other contracts are not listed. `find` by role narrows the type of the ABI.
   *
   * @example
   * const pools = chain.contracts.filter((contract) => contract.role === 'pool')
   */
  get contracts(): readonly Contract[] {
    return this.contractIndex.at(this.tree.head)
  }

  /**
   * The oldest contract with a role.
   *
   * @throws {ArgumentError} if the chain has none
   *
   * @example
   * const { address, abi } = chain.contract('token')
   */
  contract<Role extends ContractRole>(role: Role): ContractOf<Role> {
    return requireContract(this.contracts, role, this.tree.head)
  }

  /**
   * The states of all blocks.
   *
   * @internal
   */
  get states(): ChainStates {
    return this.#states.get()
  }

  /**
   * Sets how many of the newest blocks keep their state in memory. The states of all other blocks are computed from
   * what the blocks have changed.
   *
   * @internal
   */
  keepStates(count: number): void {
    this.#states.keepNewest(count)
  }

  /**
   * The state of an account after a block: balance, nonce, code, code hash and storage root; an empty account if it does
   * not exist.
   *
   * @param address DATA, 20 bytes
   * @throws {ArgumentError} if the address or an option is not valid, or there is no such block
   * @throws {MissingStateError} if the chain was loaded from files that do not lead to the state
   *
   * @example
   * const { balance } = await chain.account(address, { at: 3 })
   */
  async account(address: Hex, options: AccountOptions = {}): Promise<AccountSummary> {
    requireAddress(address)
    requireAccountOptions(options, 'options')
    this.#writing.requireNone()
    const block = await requireBlockAt(this, options.at)
    const [state, codes] = await Promise.all([this.states.after(block), this.states.codes()])
    return afterMisses(() => summarizeAccount(state, codes, address))
  }

  /**
   * Runs a call on the state after a block, as `eth_call` does, but without limits. Nothing is changed.
   *
   * @returns DATA: the output of the call
   * @throws {CallFailedError} if it fails, with the reason and the data of a revert
   * @throws {ArgumentError} if a field is not valid, or there is no such block
   * @throws {MissingStateError} if the chain was loaded from files that do not lead to the state
   *
   * @example
   * const supply = await chain.call({ to: token, data: '0x18160ddd' }, { at: 3 })
   */
  async call(request: CallRequest, options: CallOptions = {}): Promise<Hex> {
    const input = toCallInput(request, options)
    this.#writing.requireNone()
    return callAfter(this, await requireBlockAt(this, options.at), input)
  }

  /**
   * Adds generated blocks to the main branch. A chain of 10 blocks that is extended by 10 equals one of 20.
   *
   * @param count how many blocks
   * @throws {ArgumentError} if the count is not a whole number of at least 0
   */
  async extend(count: number, { onProgress, signal }: ExtendOptions = {}): Promise<void> {
    requireBlockCount(count)
    for (let done = 1; done <= count; done++) {
      signal?.throwIfAborted()
      await this.exclusively(() => afterMisses(() => this.#extendByOne()))
      onProgress?.(done, count)
      await yieldToEventLoop()
    }
  }

  /**
   * The candidate for the next block: it contains the same transactions, but no uncles yet.
   *
   * @throws {ReadOnlyChainError} if the chain was loaded from files without a pending block
   */
  async pendingBlock(): Promise<Block> {
    const block = await this.candidate(() => this.tree.head)
    if (block === undefined) throw new ReadOnlyChainError('its files contain no pending block')
    return decodeBlock(block)
  }

  /**
   * As `ChildBlocks.candidate`.
   *
   * @internal
   */
  candidate(parent: () => SealedBlock): Promise<SealedBlock | undefined> {
    return this.children.candidate(parent)
  }

  /**
   * Adds blocks that you write yourself. If one of them is invalid, none is added.
   *
   * @param count how many blocks
   * @param write is called with each block, and may be asynchronous; it must call the block and not the chain, which
   * waits until `write` is done
   * @throws {BlockMisuseError} if you ask for something that the protocol does not allow, or `write` calls the chain
   * @throws any error that `write` throws
   *
   * @example
   * const [alice, bob] = chain.accounts
   * await chain.build(1, async (block) => {
   *   block.setExtraData('by hand')
   *   await block.add({ from: alice, to: bob.address, value: 10n ** 18n })
   * })
   */
  async build(count: number, write: WriteBlock): Promise<Block[]> {
    requireBlockCount(count)
    requireWriter(write)
    return this.exclusively(async () => {
      const blockFactory = await this.blockFactory()
      const parent = this.tree.head
      const built = await this.#writing.build(blockFactory, { parent, count, write })
      for (const block of built) this.#append(blockFactory, block)
      return built.map(({ sealed }) => decodeBlock(sealed))
    })
  }

  /**
   * Adds a side branch whose blocks you write yourself, as in `build`. The head does not move: `endpoint.reorg({ to })`
   * moves an endpoint to the branch. If one of the blocks is invalid, none is added.
   *
   * @param from number of a block of the main branch, or hash of any block
   * @param label of the branch. The blocks follow from it, from the block that they are built on, and from what you
   *   write: the same calls give the same blocks, and other blocks may have the same label
   * @param write is called with each block, as for `build`. `block.include` includes transactions of other branches
   * @returns the blocks, oldest first
   * @throws {ArgumentError} if there is no such block, or an argument is invalid
   * @throws {BlockMisuseError} as for `build`
   * @throws {ReadOnlyChainError} if the chain was loaded from files without state
   *
   * @example
   * const [first, second] = chain.blockByNumber(13).transactions
   * const branch = await chain.branch(12, 'b', (block) => block.include([second, first]))
   * await endpoint.reorg({ to: branch })
   */
  async branch(
    from: number | Hex,
    label: string,
    write: WriteBlock,
    options: WrittenBranchOptions = {},
  ): Promise<Block[]> {
    const count = readBranchLength(label, write, options)
    const parent = blockToBuildOn(this, from)
    return this.exclusively(async () => {
      const blockFactory = await this.blockFactory()
      const built = await this.#writing.build(blockFactory, { parent, count, write, label })
      for (const block of built) blockFactory.archive.add(block)
      return built.map(({ sealed }) => decodeBlock(sealed))
    })
  }

  /**
   * Builds a side branch on a block. It includes some of the transactions of the main blocks that it competes with, in
   * another order, and drops others. All its blocks stay readable by hash.
   *
   * @param from number of a block of the main branch, or hash of any block
   * @param label names the branch: the same block and label give the same blocks, provided that the main branch is the
   * same up to their height
   * @param count how many blocks
   * @throws {ArgumentError} if there is no such block
   * @throws {BlockMisuseError} if the timestamp is not valid for the first block
   */
  async extendBranch(
    from: number | Hex,
    label: string,
    count: number,
    { timestamp }: BranchOptions = {},
  ): Promise<Block[]> {
    const start = blockToBuildOn(this, from)
    requireBlockCount(count)
    return this.exclusively(async () => {
      const { generator, archive } = await this.blockFactory()
      const blocks: Block[] = []
      let parent = await archive.get(start)
      let time: BlockTime | undefined = timestamp === undefined ? undefined : { at: timestamp }
      for (let done = 0; done < count; done++) {
        const height = Math.min(parent.sealed.number + 1, this.tree.head.number)
        const replaces = this.tree.byNumber(height)
        parent = await generator.branch(parent, label, { replaces, time })
        time = undefined
        this.#tree.addSideBlock(parent.sealed, label)
        archive.add(parent)
        blocks.push(decodeBlock(parent.sealed))
        await yieldToEventLoop()
      }
      return blocks
    })
  }

  async #extendByOne(): Promise<void> {
    const known = this.children.existing(this.tree.head)
    if (known !== undefined) {
      this.#tree.append(known, transactionHashes(known))
      this.children.notifyExtended()
      return
    }
    const blockFactory = await this.blockFactory()
    const head = await blockFactory.archive.get(this.tree.head)
    const { block, uncles } = await blockFactory.generator.next(head)
    for (const uncle of uncles) {
      this.#tree.addSideBlock(uncle.sealed)
      blockFactory.archive.add(uncle)
    }
    this.#append(blockFactory, block)
  }

  #append({ archive }: BlockFactory, block: BuiltBlock): void {
    this.#tree.append(block.sealed, block.transactionHashes)
    archive.add(block)
    this.children.notifyExtended()
  }

  /**
   * Runs work when the engine, which builds one block at a time, is done with all work that was queued before.
   *
   * @internal
   */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.#writing.requireNone()
    } catch (error) {
      return Promise.reject(error)
    }
    return this.#work.run(work)
  }
}
