import { createBlockHeader, Block as ExecutionBlock } from '@ethereumjs/block'
import { type RunTxOpts, type RunTxResult, runTx } from '@ethereumjs/vm'
import { type Hex, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp.ts'
import { encodeTyped } from '../encoding/encodeTyped.ts'
import { toListItem } from '../encoding/listItem.ts'
import { listRoot } from '../encoding/listRoot.ts'
import { BLOCK_BYTES_MAX, BLOCK_FRAME_BYTES_MAX, itemBytesMax } from '../protocol/blockSize.ts'
import { depositEvents } from '../protocol/deposits.ts'
import { isAtLeast } from '../protocol/forks.ts'
import { hashRequests } from '../protocol/requests.ts'
import { EMPTY_CODE_HASH } from '../state/account.ts'
import type { BuiltBlock, Progress } from './builtBlock.ts'
import { type BlockChoices, candidateHeader } from './candidateHeader.ts'
import type { Engine } from './engine.ts'
import { type BlockCapacity, rejectionReason } from './rejectionReason.ts'
import { payRewards } from './rewards.ts'
import type { SignedTransaction } from './signTransaction.ts'
import { callBeforeTransactions, collectRequests } from './systemCalls.ts'
import { encodeWithdrawal, payWithdrawals } from './withdrawals.ts'

/** What became of a transaction. */
export interface Outcome {
  /** DATA, 32 bytes */
  readonly transactionHash: Hex
  readonly succeeded: boolean
  /** in gas */
  readonly gasUsed: bigint
  /** 20 bytes, where the transaction created a contract */
  readonly createdAddress: Uint8Array | undefined
  readonly logs: readonly (readonly [
    address: Uint8Array,
    topics: readonly Uint8Array[],
    data: Uint8Array,
  ])[]
  /** what the call returned, or why it reverted */
  readonly output: Uint8Array
}

/**
 * Builds one block on top of its parent: the one place where the EVM runs. Transactions are run as they are
 * added; `seal` pays the rewards and computes everything that the header says.
 *
 * The engine's state belongs to the builder from `start` to `seal`.
 */
export class BlockBuilder implements BlockCapacity {
  readonly #engine: Engine
  readonly #parent: BuiltBlock
  readonly #choices: BlockChoices
  /** the header as far as it is known before the transactions: what the EVM sees */
  readonly #candidate: ExecutionBlock
  readonly #transactions: SignedTransaction[] = []
  readonly #transactionHashes: Hex[] = []
  readonly #receipts: Uint8Array[] = []
  /** data of the events with which ether was deposited to the beacon chain */
  readonly #deposits: Uint8Array[] = []
  readonly #bloom = new Uint8Array(256)
  #gasUsed = 0n
  #blobGasUsed = 0n
  readonly #uncleList: Uint8Array
  readonly #withdrawals: readonly Uint8Array[]
  readonly #withdrawalList: Uint8Array
  /** in bytes: the lists of the block so far */
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
  }

  static async start(
    engine: Engine,
    parent: BuiltBlock,
    choices: BlockChoices,
  ): Promise<BlockBuilder> {
    engine.state.reset(parent.state)
    const builder = new BlockBuilder(engine, parent, choices)
    await callBeforeTransactions(engine, builder.#candidate)
    return builder
  }

  /** in wei per gas */
  get baseFeePerGas(): bigint {
    return this.#candidate.header.baseFeePerGas ?? 0n
  }

  /** in gas: of the whole block */
  get gasLimit(): bigint {
    return this.#candidate.header.gasLimit
  }

  /** in gas: what the block still has room for */
  get gasLeft(): bigint {
    return this.gasLimit - this.#gasUsed
  }

  /** in wei per blob gas; 0 before Cancun */
  get blobGasPrice(): bigint {
    return this.#hasBlobs ? this.#candidate.header.getBlobGasPrice() : 0n
  }

  /** in blob gas: what the block still has room for; 0 before Cancun */
  get blobGasLeft(): bigint {
    if (!this.#hasBlobs) return 0n
    return this.#engine.common.getBlobGasSchedule().maxBlobGasPerBlock - this.#blobGasUsed
  }

  /** in bytes: what transactions may still take of the block's RLP; without end before Osaka (EIP-7934) */
  get bytesLeft(): number {
    if (!isAtLeast(this.#engine.fork, 'osaka')) return Number.POSITIVE_INFINITY
    return BLOCK_BYTES_MAX - BLOCK_FRAME_BYTES_MAX - this.#listBytes
  }

  get #hasBlobs(): boolean {
    return isAtLeast(this.#engine.fork, 'cancun')
  }

  /** Nonce and balance of an account at this point of the block. */
  senderState(address: Uint8Array): { nonce: bigint; balance: bigint } {
    return this.#engine.state.account(address) ?? { nonce: 0n, balance: 0n }
  }

  /** Whether a call of an address runs code at this point of the block: of a contract, or a precompiled one. */
  runsCode(address: Uint8Array): boolean {
    const codeHash = this.#engine.state.account(address)?.codeHash
    const hasCode = codeHash !== undefined && !Buffer.from(codeHash).equals(EMPTY_CODE_HASH)
    return hasCode || this.#engine.vm.evm.precompiles.has(toHex(address).slice(2))
  }

  /** Whether the block has room for a transaction, and its sender the nonce and the money for it. */
  canAdd(transaction: SignedTransaction): boolean {
    return rejectionReason(transaction, this) === undefined
  }

  /**
   * Runs a transaction and puts it into the block.
   *
   * @throws where the protocol does not allow the transaction here (nonce, balance, gas, fees)
   */
  async add(transaction: SignedTransaction): Promise<Outcome> {
    if (transaction.executable.gasLimit > this.gasLeft) {
      const { gasLimit } = transaction.executable
      throw new RangeError(`gas ${gasLimit} is above the ${this.gasLeft} that the block has left`)
    }
    const result = await this.#run(transaction)
    this.#gasUsed += result.totalGasSpent
    this.#transactions.push(transaction)
    this.#listBytes += itemBytesMax(transaction.encoded)
    const outcome = outcomeOf(transaction, result)
    const { bitvector, logs } = result.receipt
    this.#blobGasUsed += result.blobGasUsed ?? 0n
    this.#receipts.push(
      encodeTyped(transaction.type, [
        this.#statusOrRoot(outcome.succeeded),
        toMinimalBytes(this.#gasUsed),
        bitvector,
        logs,
      ]),
    )
    if (logs.length > 0) {
      addBloom(this.#bloom, bitvector)
      this.#deposits.push(...depositEvents(logs, this.#engine.depositContract))
    }
    this.#transactionHashes.push(outcome.transactionHash)
    return outcome
  }

  /**
   * Runs a transaction as if its sender had the money and the block the gas for it, and takes it back.
   *
   * @throws where the protocol does not allow it otherwise
   */
  async dryRun(transaction: SignedTransaction): Promise<Outcome> {
    const { state } = this.#engine
    await state.checkpoint()
    try {
      return outcomeOf(transaction, await this.#run(transaction, { skipBalance: true }))
    } finally {
      await state.revert()
    }
  }

  #run({ executable }: SignedTransaction, options: Partial<RunTxOpts> = {}): Promise<RunTxResult> {
    return runTx(this.#engine.vm, {
      tx: executable,
      block: this.#candidate,
      blockGasUsed: this.#gasUsed,
      skipHardForkValidation: true,
      ...options,
    })
  }

  /** The status; before Byzantium the state root that the transaction has led to (EIP-658). */
  #statusOrRoot(succeeded: boolean): Uint8Array {
    const { fork, state } = this.#engine
    if (!isAtLeast(fork, 'byzantium')) return state.toTrie().root()
    return succeeded ? Uint8Array.of(1) : new Uint8Array(0)
  }

  /**
   * Completes the block. The builder is of no use after that.
   *
   * @throws {InvalidDepositError} where a transaction has made the block invalid
   */
  async seal(progress: Progress): Promise<BuiltBlock> {
    const { fork } = this.#engine
    const { header: candidate } = this.#candidate
    const requests = await this.#settle()
    const state = this.#engine.state.toTrie()
    const header = createBlockHeader(
      {
        ...candidate,
        stateRoot: state.root(),
        transactionsTrie: listRoot(this.#transactions.map(({ encoded }) => encoded)),
        receiptTrie: listRoot(this.#receipts),
        logsBloom: this.#bloom,
        gasUsed: this.#gasUsed,
        ...(isAtLeast(fork, 'shanghai') && { withdrawalsRoot: listRoot(this.#withdrawals) }),
        ...(this.#hasBlobs && { blobGasUsed: this.#blobGasUsed }),
        ...(isAtLeast(fork, 'prague') && { requestsHash: hashRequests(requests) }),
      },
      { common: this.#engine.common, freeze: false },
    )
    const headerRlp = encodeRlp(header.raw())
    return {
      sealed: {
        number: Number(header.number),
        hash: toHex(keccak256(headerRlp)),
        parentHash: this.#parent.sealed.hash,
        totalDifficulty: this.#parent.sealed.totalDifficulty + header.difficulty,
        rlp: encodeRlpList([
          headerRlp,
          encodeRlpList(this.#transactions.map(({ encoded }) => toListItem(encoded))),
          this.#uncleList,
          ...(isAtLeast(fork, 'shanghai') ? [this.#withdrawalList] : []),
        ]),
        receiptsRlp: encodeRlpList(this.#receipts.map(toListItem)),
        senders: new Uint8Array(
          Buffer.concat(this.#transactions.map(({ sender }) => sender.address)),
        ),
        blobGasPrice: this.blobGasPrice,
      },
      header,
      state,
      progress,
      transactionHashes: this.#transactionHashes,
    }
  }

  /** What the protocol does after the last transaction: pays, and collects requests to the beacon chain. */
  async #settle(): Promise<Uint8Array[]> {
    const { fork, state, common } = this.#engine
    const { miner, uncles, withdrawals } = this.#choices
    await payWithdrawals(state, withdrawals)
    if (!isAtLeast(fork, 'paris')) {
      const { number } = this.#candidate.header
      const late = uncles.map((uncle) => ({
        miner: uncle.coinbase.bytes,
        depth: Number(number - uncle.number),
      }))
      await payRewards(state, common.param('minerReward'), miner, late)
    }
    return collectRequests(this.#engine, this.#candidate, this.#deposits)
  }
}

function outcomeOf(transaction: SignedTransaction, result: RunTxResult): Outcome {
  return {
    transactionHash: toHex(keccak256(transaction.encoded)),
    succeeded: result.execResult.exceptionError === undefined,
    gasUsed: result.totalGasSpent,
    createdAddress: result.createdAddress?.bytes,
    logs: result.receipt.logs,
    output: result.execResult.returnValue,
  }
}

function addBloom(bloom: Uint8Array, added: Uint8Array): void {
  for (let at = 0; at < bloom.length; at++)
    bloom[at] = (bloom[at] as number) | (added[at] as number)
}
