import { createBlockHeader, Block as ExecutionBlock } from '@ethereumjs/block'
import { runTx } from '@ethereumjs/vm'
import { type Hex, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { missOf } from '../../primitives/miss.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { bloomOf } from '../encoding/bloom.ts'
import { encodeTyped } from '../encoding/encodeTyped.ts'
import { addReasons, type Irregularity, type IrregularityReason } from '../encoding/irregularity.ts'
import { toListItem } from '../encoding/listItem.ts'
import { listRoot } from '../encoding/listRoot.ts'
import { BLOCK_BYTES_MAX, BLOCK_FRAME_BYTES_MAX, itemBytesMax } from '../protocol/blockSize.ts'
import { depositEvents } from '../protocol/deposits.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { hashRequests } from '../protocol/requests.ts'
import { EMPTY_CODE_HASH, type StateTrie } from '../state/account.ts'
import { applyChanges } from '../state/applyChanges.ts'
import { accessesMax, countAccesses, encodeAccesses } from '../state/blockAccesses.ts'
import { isEmpty } from '../state/emptyAccount.ts'
import { hasExactRoot } from '../state/openBranches.ts'
import { encodeChanges } from '../state/stateChanges.ts'
import { AccessLimitError } from './accessLimitError.ts'
import { applyTransaction } from './amsterdam/applyTransaction.ts'
import { RefusedTransactionError } from './amsterdam/requireValid.ts'
import { BlockGas, type UsedGas } from './blockGas.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import { type BlockChoices, candidateHeader } from './candidateHeader.ts'
import type { Engine } from './engine.ts'
import type { ExecutedTransactions } from './executedTransactions.ts'
import { type Outcome, outcomeOfRun, outcomeOfTransfer, type RunOutcome } from './outcome.ts'
import { quickTransfer } from './quickTransfer.ts'
import { type BlockCapacity, rejectionReason } from './rejectionReason.ts'
import { payRewards } from './rewards.ts'
import type { SignedTransaction } from './signTransaction.ts'
import { callBeforeTransactions, collectRequests } from './systemCalls.ts'
import { encodeWithdrawal, payWithdrawals } from './withdrawals.ts'

/** How many transactions a block has whose sealing takes long. */
const LARGE_BLOCK = 32

const SUCCEEDED = Uint8Array.of(1)
const FAILED = new Uint8Array(0)

/** What the block keeps of a transaction. */
interface Included {
  /** as in the transactions trie (EIP-2718) */
  readonly encoded: Uint8Array
  /** 20 bytes */
  readonly sender: Uint8Array
}

/** What a transaction adds to the block's receipts and sums. */
interface Result extends UsedGas {
  readonly type: number
  readonly statusOrRoot: Uint8Array
  /** in blob gas */
  readonly blobGasUsed: bigint
  /** of `logs`, 256 bytes */
  readonly bloom: Uint8Array
  readonly logs: Outcome['logs']
}

/**
 * Builds one block on top of its parent. Transactions run as they are added; `seal` pays the rewards and computes the
 * remaining header fields.
 *
 * The builder owns the engine's state from `start` to `seal`.
 */
export class BlockBuilder implements BlockCapacity {
  readonly #engine: Engine
  readonly #parent: BuiltBlock
  readonly #choices: BlockChoices
  /** has the header fields that are known before the transactions run, for the EVM */
  readonly #candidate: ExecutionBlock
  readonly #transactions: Included[] = []
  readonly #transactionHashes: Hex[] = []
  readonly #receipts: Uint8Array[] = []
  /** data of the events of deposits to the beacon chain */
  readonly #deposits: Uint8Array[] = []
  readonly #bloom = new Uint8Array(256)
  /** computed once, because each transfer asks for it */
  #blobGasPrice: bigint | undefined
  readonly #gas: BlockGas
  #blobGasUsed = 0n
  readonly #uncleList: Uint8Array
  readonly #withdrawals: readonly Uint8Array[]
  readonly #withdrawalList: Uint8Array
  /** size of the block's lists so far, in bytes */
  #listBytes: number

  private constructor(engine: Engine, parent: BuiltBlock, choices: BlockChoices) {
    this.#engine = engine
    this.#parent = parent
    this.#choices = choices
    this.#uncleList = encodeRlpList(choices.uncles.map((uncle) => encodeRlp(uncle.raw())))
    this.#withdrawals = choices.withdrawals.map(encodeWithdrawal)
    this.#withdrawalList = encodeRlpList(this.#withdrawals)
    this.#listBytes = this.#uncleList.length + this.#withdrawalList.length
    this.#candidate = new ExecutionBlock(
      candidateHeader(engine, parent, choices, this.#uncleList),
      [],
      [],
      undefined,
      {
        common: engine.common,
        freeze: false,
      },
    )
    this.#gas = new BlockGas(this.#candidate.header.gasLimit, this.#isAmsterdam)
  }

  /** @param executed the first transactions of the block, which ran elsewhere on the state of its parent */
  static async start(
    engine: Engine,
    parent: BuiltBlock,
    choices: BlockChoices,
    executed?: ExecutedTransactions,
  ): Promise<BlockBuilder> {
    engine.state.reset(parent.state)
    // A block before may have ended within a call, because it had to read something first.
    engine.evm.journal.cleanJournal()
    engine.evm.transientStorage.clear()
    const builder = new BlockBuilder(engine, parent, choices)
    if (executed !== undefined) builder.#addExecuted(executed)
    else {
      if (builder.#isAmsterdam) engine.state.recordAccesses(new Map())
      engine.state.beginAccess()
      await callBeforeTransactions(engine, builder.#candidate)
      engine.state.endAccess(0)
    }
    return builder
  }

  /** in wei per gas */
  get baseFeePerGas(): bigint {
    return this.#candidate.header.baseFeePerGas ?? 0n
  }

  /** of the whole block, in gas */
  get gasLimit(): bigint {
    return this.#candidate.header.gasLimit
  }

  /** in gas: what is left of the block's gas limit */
  get gasLeft(): bigint {
    return this.#gas.left
  }

  /** in wei per blob gas; 0 before Cancun */
  get blobGasPrice(): bigint {
    this.#blobGasPrice ??= this.#hasBlobs ? this.#candidate.header.getBlobGasPrice() : 0n
    return this.#blobGasPrice
  }

  /** in blob gas: what is left of the block's limit; 0 before Cancun */
  get blobGasLeft(): bigint {
    if (!this.#hasBlobs) return 0n
    return this.#engine.common.getBlobGasSchedule().maxBlobGasPerBlock - this.#blobGasUsed
  }

  /** what transfers depend on */
  get #transferBlock() {
    const { fork, vm } = this.#engine
    const { coinbase, baseFeePerGas } = this.#candidate.header
    return {
      fork,
      coinbase: coinbase.bytes,
      baseFee: baseFeePerGas,
      blobBaseFee: this.#hasBlobs ? this.blobGasPrice : undefined,
      gasLeft: this.gasLeft,
      precompiles: vm.evm.precompiles,
    }
  }

  /** in bytes: the space left for transactions in the block's RLP; infinite before Osaka (EIP-7934) */
  get bytesLeft(): number {
    if (!isAtLeast(this.#engine.fork, 'osaka')) return Number.POSITIVE_INFINITY
    return BLOCK_BYTES_MAX - BLOCK_FRAME_BYTES_MAX - this.#listBytes
  }

  get #isAmsterdam(): boolean {
    return isAtLeast(this.#engine.fork, 'amsterdam')
  }

  get #hasBlobs(): boolean {
    return isAtLeast(this.#engine.fork, 'cancun')
  }

  /** The nonce and balance of an account at this point of the block. */
  senderState(address: Uint8Array): { nonce: bigint; balance: bigint } {
    return this.#engine.state.account(address) ?? { nonce: 0n, balance: 0n }
  }

  /** Whether an account exists at this point of the block. */
  exists(address: Uint8Array): boolean {
    return !isEmpty(this.#engine.state.account(address))
  }

  /** Whether an address is a contract, possibly a precompiled one, at this point of the block. */
  runsCode(address: Uint8Array): boolean {
    const codeHash = this.#engine.state.account(address)?.codeHash
    const hasCode = codeHash !== undefined && !Buffer.from(codeHash).equals(EMPTY_CODE_HASH)
    return hasCode || this.#engine.vm.evm.precompiles.has(toHex(address).slice(2))
  }

  /** Whether the block can take a transaction, and its sender can pay for it. */
  canAdd(transaction: SignedTransaction): boolean {
    return rejectionReason(transaction, this) === undefined
  }

  /**
   * Runs a transaction and adds it to the block.
   *
   * @throws if the protocol does not allow the transaction here (nonce, balance, gas, fees)
   */
  async add(transaction: SignedTransaction): Promise<Outcome> {
    const { type, encoded, message } = transaction
    if (message.gasLimit > this.gasLeft) {
      const { gasLimit } = message
      throw new RefusedTransactionError(
        `gas ${gasLimit} is above the ${this.gasLeft} that the block has left`,
      )
    }
    const { state } = this.#engine
    if (this.#isAmsterdam) state.beginAccess()
    const outcome =
      this.#transfer(transaction) ??
      (await this.#run(transaction).catch((error: unknown) => {
        state.cancelAccess()
        throw error
      }))
    if (this.#isAmsterdam) state.endAccess(this.#transactions.length + 1)
    const { gasUsed, executionGas, stateGas, blobGasUsed, bloom, logs } = outcome
    const statusOrRoot = this.#statusOrRoot(outcome.succeeded)
    this.#include({ encoded, sender: message.from }, outcome.transactionHash, {
      type,
      statusOrRoot,
      gasUsed,
      executionGas,
      stateGas,
      blobGasUsed,
      bloom,
      logs,
    })
    return outcome
  }

  /** @returns undefined if the EVM must run it */
  #transfer({ encoded, message }: SignedTransaction): RunOutcome | undefined {
    const transfer = quickTransfer(this.#engine.state, this.#transferBlock, message)
    return transfer && outcomeOfTransfer(encoded, transfer)
  }

  #addExecuted({ included, changes, codes, accesses }: ExecutedTransactions): void {
    const { state } = this.#engine
    for (const [name, code] of codes) state.addCode(name, code)
    state.reset(applyChanges(this.#parent.state, changes))
    if (accesses !== undefined) state.recordAccesses(accesses)
    for (const { encoded, sender, hash, type, succeeded, stateRoot, ...executed } of included) {
      const statusOrRoot = stateRoot ?? (succeeded ? SUCCEEDED : FAILED)
      const bloom = bloomOf(executed.logs)
      this.#include({ encoded, sender }, hash, { ...executed, type, statusOrRoot, bloom })
    }
  }

  #include(transaction: Included, hash: Hex, result: Result): void {
    const { type, statusOrRoot, blobGasUsed, bloom, logs } = result
    this.#gas.add(result)
    this.#blobGasUsed += blobGasUsed
    this.#transactions.push(transaction)
    this.#transactionHashes.push(hash)
    this.#listBytes += itemBytesMax(transaction.encoded)
    this.#receipts.push(
      encodeTyped(type, [statusOrRoot, toMinimalBytes(this.#gas.cumulative), bloom, logs]),
    )
    if (logs.length === 0) return
    addBloom(this.#bloom, bloom)
    this.#deposits.push(...depositEvents(logs, this.#engine.depositContract))
  }

  /**
   * Runs a transaction without checking the sender's balance and the block's gas, and reverts its changes.
   *
   * @throws if the protocol does not allow it for another reason
   */
  async dryRun(transaction: SignedTransaction): Promise<Outcome> {
    const { state } = this.#engine
    await state.checkpoint()
    try {
      return await this.#run(transaction, { skipBalance: true })
    } finally {
      await state.revert()
    }
  }

  /** Runs work that may miss a part of the state (`Miss`): then the state is as it was before. */
  async undoingMisses<T>(work: () => Promise<T>): Promise<T> {
    const { state, evm } = this.#engine
    const { depth } = state
    await state.checkpoint()
    try {
      const result = await work()
      await state.commit()
      return result
    } catch (error) {
      if (missOf(error) === undefined) {
        await state.commit()
        throw error
      }
      // It may have ended within any number of calls.
      while (state.depth > depth) await state.revert()
      state.cancelAccess()
      state.originalStorageCache.clear()
      evm.journal.cleanJournal()
      evm.transientStorage.clear()
      throw error
    }
  }

  async #run(
    transaction: SignedTransaction,
    options: { skipBalance?: boolean } = {},
  ): Promise<RunOutcome> {
    if (this.#isAmsterdam) {
      return applyTransaction(this.#engine, this.#candidate, transaction, options)
    }
    const result = await runTx(this.#engine.vm, {
      tx: transaction.executable(),
      block: this.#candidate,
      blockGasUsed: this.#gas.cumulative,
      skipHardForkValidation: true,
      ...options,
    })
    return outcomeOfRun(transaction.encoded, result)
  }

  /** The status; before Byzantium the state root after the transaction (EIP-658). */
  #statusOrRoot(succeeded: boolean): Uint8Array {
    const { fork, state } = this.#engine
    if (!isAtLeast(fork, 'byzantium')) return state.toTrie().root()
    return succeeded ? SUCCEEDED : FAILED
  }

  /**
   * Completes the block. The builder cannot be used afterwards.
   *
   * @throws {InvalidDepositError} if a transaction has made the block invalid
   */
  async seal(progress: Progress): Promise<BuiltBlock> {
    const { fork } = this.#engine
    const { header: candidate } = this.#candidate
    const requests = await this.#settle()
    const accessList = this.#accessList()
    const state = this.#engine.state.toTrie()
    // Each takes milliseconds for a large block.
    const isLarge = this.#transactions.length >= LARGE_BLOCK
    const pause = () => (isLarge ? yieldToEventLoop() : undefined)
    await pause()
    const stateRoot = state.root()
    await pause()
    const transactionsTrie = listRoot(this.#transactions.map(({ encoded }) => encoded))
    await pause()
    const receiptTrie = listRoot(this.#receipts)
    await pause()
    const header = createBlockHeader(
      {
        ...candidate,
        stateRoot,
        transactionsTrie,
        receiptTrie,
        logsBloom: this.#bloom,
        gasUsed: this.#gas.used,
        ...(isAtLeast(fork, 'shanghai') && { withdrawalsRoot: listRoot(this.#withdrawals) }),
        ...(this.#hasBlobs && { blobGasUsed: this.#blobGasUsed }),
        ...(isAtLeast(fork, 'prague') && { requestsHash: hashRequests(requests) }),
        ...(accessList && { blockAccessListHash: keccak256(accessList) }),
      },
      { common: this.#engine.common, freeze: false },
    )
    const headerRlp = encodeRlp(header.raw())
    const id = { number: Number(header.number), hash: toHex(keccak256(headerRlp)) }
    const irregularity = this.#irregularity(state, id)
    return {
      sealed: {
        ...id,
        parentHash: this.#parent.sealed.hash,
        totalDifficulty: this.#parent.sealed.totalDifficulty + header.difficulty,
        rlp: encodeRlpList([
          headerRlp,
          encodeRlpList(this.#transactions.map(({ encoded }) => toListItem(encoded))),
          this.#uncleList,
          ...(isAtLeast(fork, 'shanghai') ? [this.#withdrawalList] : []),
        ]),
        receiptsRlp: encodeRlpList(this.#receipts.map(toListItem)),
        senders: new Uint8Array(Buffer.concat(this.#transactions.map(({ sender }) => sender))),
        blobGasPrice: this.blobGasPrice,
        ...(accessList && { accessList }),
        ...(irregularity && { irregularity }),
      },
      header,
      state,
      changes: encodeChanges(this.#parent.state, state),
      progress,
      transactionHashes: this.#transactionHashes,
    }
  }

  /** What is irregular up to the parent, and whether the root of the state is. */
  #irregularity(state: StateTrie, id: Irregularity['since']): Irregularity | undefined {
    const { sealed, state: before } = this.#parent
    const reasons: IrregularityReason[] = hasExactRoot(before, state) ? [] : ['stateRoot']
    return addReasons(sealed.irregularity, reasons, id)
  }

  /** After the last transaction: pays withdrawals and rewards, and collects the requests to the beacon chain. */
  async #settle(): Promise<Uint8Array[]> {
    const { fork, state, common } = this.#engine
    const { miner, uncles, withdrawals } = this.#choices
    state.beginAccess()
    await payWithdrawals(state, withdrawals)
    if (!isAtLeast(fork, 'paris')) {
      const { number } = this.#candidate.header
      const uncleMiners = uncles.map((uncle) => ({
        miner: uncle.coinbase.bytes,
        depth: Number(number - uncle.number),
      }))
      await payRewards(state, common.param('minerReward'), miner, uncleMiners)
    }
    const requests = await collectRequests(this.#engine, this.#candidate, this.#deposits)
    state.endAccess(this.#transactions.length + 1)
    return requests
  }

  /**
   * The RLP of the block's access list; undefined before Amsterdam.
   *
   * @throws {AccessLimitError}
   */
  #accessList(): Uint8Array | undefined {
    const { accesses } = this.#engine.state
    if (accesses === undefined) return undefined
    const [count, max] = [countAccesses(accesses), accessesMax(this.gasLimit)]
    if (count > max) {
      throw new AccessLimitError(
        this.#parent.sealed.number + 1,
        `it accesses ${count} addresses and slots, and its gas limit of ${this.gasLimit} allows ${max}`,
      )
    }
    return encodeAccesses(accesses)
  }
}

function addBloom(bloom: Uint8Array, added: Uint8Array): void {
  for (let at = 0; at < bloom.length; at++)
    bloom[at] = (bloom[at] as number) | (added[at] as number)
}
